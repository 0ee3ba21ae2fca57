import type { CalendarDate } from '../domain/calendar-date.ts'

/** The key of a GET in the browser's query cache: what it is about, and its address without the origin. */
export type ResponseKey = readonly [feature: string, address: string]

/** The responses that a page was made from: the key, the status and the body of each. */
export type PageResponses = readonly (readonly [key: ResponseKey, status: number, body: unknown])[]

/** What the server puts into a page beside its text, and the browser hydrates with. */
export interface PageData {
  /** The day in Colombo when the page was made, `YYYY-MM-DD`. */
  readonly today: string
  /** The bank holidays of the weeks around today, ascending: with them the browser tells how old a rate is. */
  readonly holidays: readonly CalendarDate[]
  readonly providerName: string
  /** The product's public address, without a slash at its end. */
  readonly origin: string
  readonly responses: PageResponses
}

/** What the server must know of an address before it renders the page. */
export interface PageRoute {
  readonly status: number
  /** Whether the server gives the frame only, because the screen is for those who are signed in. */
  readonly frameOnly: boolean
  /** Source files that the screen loads. */
  readonly modules: readonly string[]
  readonly description: string
  /** Whether it is there in every language. */
  readonly isTranslated: boolean
  /** Whether the first of `queries` decides if there is such a page at all. */
  readonly isOfResponse: boolean
  /** The GETs that the screen shows. */
  readonly queries: readonly ResponseKey[]
}

/** What a page says of itself with the figures that it shows; what is undefined is said without them. */
export interface PageHead {
  readonly title?: string | undefined
  /** Its title in a preview elsewhere. */
  readonly headline?: string | undefined
  /** The figures in one line, before the description of the screen. */
  readonly figures?: string | undefined
  /** A picture of them, as a path (preview-image.ts), and what it says. */
  readonly image?: { readonly href: string; readonly alt: string } | undefined
  /** The same for programs, as JSON-LD. */
  readonly structured?: object
  /** Feeds of what it shows, as paths. */
  readonly feeds?: readonly { readonly href: string; readonly type: string }[]
}

/** A screen, for the server and for what goes through all screens. */
export interface ScreenInfo {
  /** `:currency` stands for a currency, `:date` for a day, `*` for everything else. */
  readonly path: string
  readonly access: 'everyone' | 'signed-in' | 'signed-out'
  /** Whether search engines are told of it, for every currency. */
  readonly isListed: boolean
  /** Whether it is there in every language. */
  readonly isTranslated: boolean
  /** Source files that it loads. */
  readonly modules: readonly string[]
}

/** The client's own rendering in one language, built for the server (web/entry-server.tsx); its paths are without the language. */
export interface PageRenderer {
  readonly SCREEN_LIST: readonly ScreenInfo[]
  loadScreens(): Promise<void>
  canonicalPath(path: string): string
  queryOf(path: string, search: string): string
  routeOf(path: string, search: string, today: string, responses?: PageResponses): Promise<PageRoute>
  render(
    path: string,
    search: string,
    page: PageData,
  ): Promise<{ readonly html: string; readonly title: string; readonly head: PageHead }>
}
