import type { CalendarDate } from '../domain/calendar-date.ts'
import type { Publisher } from '../domain/series.ts'
import type { Currency, setCurrencies } from '../domain/currency.ts'
import type { Language } from './language.ts'

/**
 * The key of a GET in the browser's query cache: what it is about, and its address without the
 * origin.
 */
export type ResponseKey = readonly [feature: string, address: string]

/** The responses that a page was made from: the key, the status and the body of each. */
export type PageResponses = readonly (readonly [key: ResponseKey, status: number, body: unknown])[]

/** What the server puts into a page beside its text, and the browser hydrates with. */
export interface PageData {
  /** The day in Colombo when the page was made, `YYYY-MM-DD`. */
  readonly today: string
  /**
   * The bank holidays of the weeks around today, ascending: with them the browser tells how old a
   * rate is.
   */
  readonly holidays: readonly CalendarDate[]
  /** The name of the product on its pages. */
  readonly siteName: string
  /** Who runs it, for the footer. */
  readonly providerName: string
  /** A sentence for every page, such as a planned outage. */
  readonly notice?: string
  readonly privacy: PrivacyFacts
  readonly publishers: readonly Publisher[]
  /** The installation's currencies, in their order, with their names in the page's language. */
  readonly currencies: Readonly<Record<Currency, string>>
  /** The product's public address, without a slash at its end. */
  readonly origin: string
  readonly responses: PageResponses
}

/** What the privacy page has to know of the installation. */
export interface PrivacyFacts {
  /** An email address or the address of a page. */
  readonly contact?: string
  readonly hasPublicNames: boolean
  /** Users see only their own addresses in the audit trail. */
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
  /** The body as JSON; undefined where the page does not bring it, and the browser requests it. */
  readonly json: string | undefined
}

export interface PageRequest {
  readonly language: Language
  /** Without the language. */
  readonly path: string
  readonly search: string
  readonly page: Omit<PageData, 'responses'>
  /** Calls the API, by method and address. Never rejects. */
  readonly call: (name: string, input: object) => Promise<PageResponse>
}

/** A page as the server gives it, as far as the client's own code makes it. */
export interface RenderedPage {
  /** Of the screen, with its parameters: `/rates/:currency`. */
  readonly path: string
  readonly status: number
  /** Whether the server gives the frame only, because the screen is for those who are signed in. */
  readonly frameOnly: boolean
  /** Source files that the screen loads. */
  readonly modules: readonly string[]
  /** What the screen has called. */
  readonly responses: readonly (PageResponse & { readonly key: ResponseKey })[]
  /** What goes into `#root`; empty where the browser must make it because of `failure`. */
  readonly html: string
  readonly title: string
  readonly head: PageHead
  readonly failure?: unknown
}

/**
 * What a page says of itself with the figures that it shows; what is undefined is said without
 * them.
 */
export interface PageHead {
  readonly title?: string | undefined
  /** Its title in a preview elsewhere. */
  readonly headline?: string | undefined
  /** The figures in one line, before the description of the screen. */
  readonly figures?: string | undefined
  /** The same for programs, as JSON-LD. */
  readonly structured?: object
  /** The path of the Atom feed of what it shows. */
  readonly feed?: string
}

/** A screen, for the server and for what goes through all screens. */
export interface ScreenInfo {
  /** `:currency` stands for a currency, `:date` for a day, `*` for everything else. */
  readonly path: string
  readonly access: 'everyone' | 'signed-in' | 'signed-out'
  /** Whether it is the work behind the sign-in, which is in English only. */
  readonly isWork: boolean
  /** Source files that it loads. */
  readonly modules: readonly string[]
}

/** The pages' renderer (web/start/render-page.tsx); its paths are without the language. */
export interface PageRenderer {
  readonly SCREEN_LIST: readonly ScreenInfo[]
  /** Of the copy of domain/ that renders. */
  readonly setCurrencies: typeof setCurrencies
  loadScreens(): Promise<void>
  canonicalPath(path: string): string
  canonicalQuery(path: string, search: string): string
  queryOf(path: string, search: string): string
  render(request: PageRequest): Promise<RenderedPage>
}
