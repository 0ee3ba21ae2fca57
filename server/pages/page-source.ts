import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '../../contract/page-data.ts'

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
  /** Pages of the same responses stay the same while the server runs, so that they may be cached. */
  readonly isFinal: boolean
  /** Serves the files that pages load. To be called before the pages' own route is registered. */
  serveFiles(app: FastifyInstance): Promise<void>
  renderer(): Promise<PageRenderer>
  /** Returns the assets of a screen; `modules` are its files, its own first. */
  assetsOf(modules: readonly string[]): Promise<PageAssets>
}
