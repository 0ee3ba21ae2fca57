import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '../../contract/page-data.ts'

/** What a page brings along. */
export interface PageAssets {
  readonly icon: string
  readonly start: string
  /** Script of the product, which `start` loads, and those that it will need next. */
  readonly main: string
  readonly ahead: readonly string[]
  /** HTML of the styles that the first paint needs. */
  readonly styles: string
  readonly policy: string
}

/** Where pages come from: the build (built-pages.ts), or Vite (dev-pages.ts). */
export interface PageSource {
  /**
   * Whether pages of the same responses are the same for as long as the server runs, so that they
   * may be kept.
   */
  readonly isFinal: boolean
  /** Serves the files that pages load. To be called before the pages' own route is registered. */
  serveFiles(app: FastifyInstance): Promise<void>
  renderer(): Promise<PageRenderer>
  /** What a screen's page brings along; `modules` are the screen's, its own first. */
  assetsOf(modules: readonly string[]): Promise<PageAssets>
}
