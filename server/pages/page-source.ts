import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '../../contract/page-data.ts'

export interface PageAssets {
  readonly icon: string
  readonly start: string
  /** Script of the product, which `start` loads, and those that it will need next. */
  readonly main: string
  readonly ahead: readonly string[]
  readonly styles: string
  readonly policy: string
}

export interface PageSource {
  /** Pages may be cached: the same responses give the same page. */
  readonly isFinal: boolean
  /** Call this before the pages' own route is registered. */
  serveFiles(app: FastifyInstance): Promise<void>
  renderer(): Promise<PageRenderer>
  /** Returns the assets of a screen; `modules` are its files, its own first. */
  assetsOf(modules: readonly string[]): Promise<PageAssets>
}
