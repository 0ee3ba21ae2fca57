import { join } from 'node:path'
import type { ScreenInfo } from '../../contract/page-data.ts'
import { readBuiltPages } from '../../server/web/built-pages.ts'

/** Every screen of the product with an address of it; the one of addresses that lead nowhere too. */
export async function listScreens(): Promise<(ScreenInfo & { readonly at: string })[]> {
  const pages = await readBuiltPages(join(import.meta.dirname, '..', '..', 'dist'))
  const renderer = await pages.renderer('en')
  return renderer.SCREEN_LIST.map((screen) => ({
    ...screen,
    at: screen.path.replace(':currency', 'USD').replace(':date', '2026-09-29').replace('*', '/nowhere'),
  }))
}
