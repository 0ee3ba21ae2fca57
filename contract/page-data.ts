import type { CalendarDate } from '../domain/calendar-date.ts'
import type { Publisher } from '../domain/series.ts'
import type { Currency, setCurrencies } from '../domain/currency.ts'
import type { Language } from './language.ts'
import type { BoardRow } from './rates/rate-history.ts'

export type ResponseKey = readonly [feature: string, address: string]

export type PageResponses = readonly (readonly [key: ResponseKey, status: number, body: unknown])[]

export interface PageData {
  readonly today: string
  /** For the age of a rate. */
  readonly holidays: readonly (readonly [day: CalendarDate, name: string])[]
  readonly siteName: string
  readonly providerName: string
  readonly notice?: string
  /** Emails are shown in the development mailbox instead of being sent. */
  readonly hasMailbox?: boolean
  /** An administrator approves new users. */
  readonly hasApproval?: boolean
  readonly privacy: PrivacyFacts
  readonly publishers: readonly Publisher[]
  /** A bank has a rate, so its board is in the menu. */
  readonly hasBankRates: boolean
  readonly currencies: Readonly<Record<Currency, string>>
  readonly origin: string
  readonly responses: PageResponses
}

export interface PrivacyFacts {
  readonly contact?: string
  readonly hasPublicNames: boolean
  readonly hasHiddenDetails: boolean
  readonly hasAdministrators: boolean
  readonly days: Readonly<
    Record<
      'unverified' | 'device' | 'expiredToken' | 'email' | 'response' | 'idleSession' | 'session',
      number
    >
  >
  readonly minutes: Readonly<Record<'calls' | 'emails', number>>
}

export interface PageResponse {
  readonly status: number
  readonly body: unknown
  /** Undefined if the page does not contain it; the browser then requests it. */
  readonly json: string | undefined
}

export interface PageRequest {
  readonly language: Language
  readonly path: string
  readonly search: string
  readonly page: Omit<PageData, 'responses'>
  /** Never rejects. */
  readonly call: (name: string, input: object) => Promise<PageResponse>
}

export interface RenderedPage {
  readonly path: string
  readonly status: number
  /** Renders the frame only, because the screen needs a session. */
  readonly frameOnly: boolean
  readonly modules: readonly string[]
  readonly responses: readonly (PageResponse & { readonly key: ResponseKey })[]
  /** Content of `#root`; empty if the browser must render it because of `failure`. */
  readonly html: string
  readonly title: string
  readonly head: PageHead
  readonly failure?: unknown
}

export interface PageHead {
  readonly title?: string | undefined
  readonly headline?: string | undefined
  readonly figures?: string | undefined
  readonly structured?: object
  readonly feed?: string
}

export interface EmbeddedCard {
  readonly row: BoardRow
  readonly name: string
  readonly siteName: string
  readonly address: string
  /** Instead of a rate. */
  readonly none: string
}

export interface ScreenInfo {
  /** `:currency` stands for a currency, `:date` for a day, `*` for everything else. */
  readonly path: string
  readonly access: 'everyone' | 'signed-in' | 'signed-out'
  /** English only, behind the sign-in. */
  readonly isWork: boolean
  readonly modules: readonly string[]
}

export interface PageRenderer {
  readonly SCREEN_LIST: readonly ScreenInfo[]
  /** The renderer has its own copy of domain/. */
  readonly setCurrencies: typeof setCurrencies
  loadScreens(): Promise<void>
  canonicalPath(path: string): string
  canonicalQuery(path: string, search: string): string
  readKnownQuery(path: string, search: string): string
  render(request: PageRequest): Promise<RenderedPage>
  renderCard(language: Language, card: EmbeddedCard): Promise<string>
}
