import { join } from 'node:path'
import { addressIn, type Language } from '../../contract/language.ts'
import type { ScreenInfo } from '../../contract/page-data.ts'
import type { Visitor } from './visitor.ts'
import { readBuiltPages } from '../../server/pages/built-pages.ts'

export async function listScreens(
  language: Language = 'en',
  date = '2026-09-29',
): Promise<(ScreenInfo & { readonly at: string })[]> {
  const pages = await readBuiltPages(join(import.meta.dirname, '..', '..', 'dist'))
  const renderer = await pages.renderer()
  return renderer.SCREEN_LIST.map((screen) => ({
    ...screen,
    at: addressIn(
      language,
      screen.path.replace(':currency', 'USD').replace(':date', date).replace('*', '/nowhere'),
    ),
  }))
}

export async function openWhole({ open, page }: Visitor, at: string): Promise<void> {
  await open(at)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main:not(:has([aria-busy=true]))').waitFor()
}
