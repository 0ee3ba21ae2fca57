import { join } from 'node:path'
import type { ScreenInfo } from '../../contract/page-data.ts'
import { readWebBuild } from '../../server/web/web-build.ts'

/** Every screen of the product with an address of it; the one of addresses that lead nowhere too. */
export async function listScreens(): Promise<(ScreenInfo & { readonly at: string })[]> {
  const { renderer } = await readWebBuild(join(import.meta.dirname, '..', '..', 'dist'))
  return renderer.SCREEN_LIST.map((screen) => ({
    ...screen,
    at: screen.path.replace(':currency', 'USD').replace(':date', '2026-09-29').replace('*', '/nowhere'),
  }))
}
