import { join } from 'node:path'
import { addressIn, type Language } from '../../contract/language.ts'
import type { ScreenInfo } from '../../contract/page-data.ts'
import { readBuiltPages } from '../../server/web/built-pages.ts'

/** Every screen of the product in a language, with an address of it; the one of addresses that lead nowhere too. */
export async function listScreens(
  language: Language = 'en',
): Promise<(ScreenInfo & { readonly at: string })[]> {
  const pages = await readBuiltPages(join(import.meta.dirname, '..', '..', 'dist'))
  const renderer = await pages.renderer(language)
  return renderer.SCREEN_LIST.map((screen) => ({
    ...screen,
    at: addressIn(
      language,
      screen.path.replace(':currency', 'USD').replace(':date', '2026-09-29').replace('*', '/nowhere'),
    ),
  }))
}
