import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ComponentType } from 'react'
import type { CalendarDate } from '../domain/calendar-date.ts'
import type { ResponseQuery } from './queries.ts'

/** What decides which responses a screen shows. */
export interface Place {
  readonly path: string
  readonly search: URLSearchParams
  readonly today: CalendarDate
  /** Responses that are there already: one may decide which others are shown. */
  readonly known?: QueryClient
}

/** The queries of a screen, to be prefetched. */
export type Loader = (
  place: Place,
) => readonly ResponseQuery<unknown>[] | Promise<readonly ResponseQuery<unknown>[]>

/** What the file of a screen exports. */
export interface ScreenModule {
  readonly default: ComponentType
  /** What a screen for those who are signed in shows first. */
  readonly loader?: Loader
}

/** A screen whose code is loaded when it is first needed. */
export interface LazyPage {
  /** Starts loading, or goes on with it. Resolves when `View` renders without waiting. */
  readonly load: () => Promise<ScreenModule>
  /** Tries once more after a failure; may load the whole page again, as a first failure does. */
  readonly retry: () => Promise<ScreenModule>
  readonly View: ComponentType
}

/**
 * One screen of the product: everything that browser, server, size budget and tests know of it
 * stands here.
 */
export interface Screen {
  /** `:currency` stands for a currency that is priced, `:date` for a day that exists. */
  readonly path: string
  /**
   * Who sees it; everyone else is led to another screen. Of one for those who are signed in, the
   * server renders the frame only.
   */
  readonly access: 'everyone' | 'signed-in' | 'signed-out'
  /** Of the user's own account: shown to one who waits for approval too. */
  readonly ofOwnAccount?: true
  /** Of a path, where it depends on one. */
  readonly title: (path: string) => string
  readonly navbar: boolean
  /** The file that `component` loads, by which the server finds its chunks. */
  readonly module: string
  readonly component: LazyPage
  /** Names in the query that it reads when it is rendered. */
  readonly query?: readonly string[]
  /** What it shows first, where the server renders it or a link to it is pointed at. */
  readonly loader?: Loader
  /** Whether the first response that it shows decides if there is such a page at all. */
  readonly isOfResponse?: true
  /** Its sentences are in English only, in text/en/work. */
  readonly isWork?: true
}

/** What a screen is declared with. */
export type DeclaredScreen = Omit<Screen, 'component'> & {
  readonly component: () => Promise<ScreenModule>
}

/**
 * Lets parts of a screen load other screens without importing the list of screens (screens.ts),
 * which would be an import cycle.
 */
export interface ScreenLoader {
  /** Loads the code of an address's screen. */
  readonly load: (address: string) => Promise<unknown>
  /**
   * Starts loading the code and the data of an address at once. A failure is met again, and shown,
   * when it is opened.
   */
  readonly prefetch: (address: string, client: QueryClient) => void
}

/** A screen that is left alone for so long is being read: its line is free. */
export const READING_MS = 2000

/** Loads a screen. In a test without one, parts of a screen prefetch nothing. */
export const ScreenLoading = createContext<ScreenLoader>({
  load: () => Promise.resolve(),
  prefetch: () => undefined,
})
