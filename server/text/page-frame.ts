import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { textIn } from '../../text/sentences.ts'
import { escapeHtml } from './html.ts'

/** The one script of such a page, which shows the chosen theme; it stands in the head. */
export const PAGE_SCRIPT = readFileSync(join(import.meta.dirname, 'page-theme.mjs'), 'utf8')

const MARK =
  '<svg viewBox="0 0 24 24" fill="none" aria-hidden="true"><rect width="24" height="24" rx="5" ' +
  'fill="currentColor"/><path d="M5 15.5 9.5 11l3.5 3 6-6" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>'

/**
 * The product's bar, for a page that the application does not render. `path` is what leads to the
 * other languages.
 */
export function pageHeader(language: Language, provider: string, path: string): string {
  const { layout } = textIn(language)
  const link = ([to, name]: readonly [string, string]) =>
    `<a href="${addressIn(language, to)}" data-name="${name}">${name}</a>`
  const places = [
    ['/rates', layout.rates],
    ['/periods/USD', layout.averages],
    ['/alerts', layout.alerts],
  ] as const
  const ways = [
    ['/login', layout.login],
    ['/register', layout.register],
  ] as const
  return (
    `<header><nav aria-label="${layout.mainMenu}">` +
    `<a class="brand" href="${addressIn(language, '/')}">${MARK}${escapeHtml(provider)}</a>` +
    `<div class="places">${places.map(link).join('')}</div>` +
    `<div class="languages">${languageLinks(language, path)}</div>` +
    `<div class="ways">${ways.map(link).join('')}</div></nav></header>`
  )
}

/** The same page in the other languages, each by its own name. */
const languageLinks = (language: Language, path: string): string =>
  LANGUAGES.filter((each) => each !== language)
    .map(
      (each) =>
        `<a href="${addressIn(each, path)}" lang="${each}" hreflang="${each}">` +
        `${LANGUAGE_NAMES[each]}</a>`,
    )
    .join('')

/** Its foot, with the theme. */
export function pageFooter(language: Language, provider: string, path: string): string {
  const { layout } = textIn(language)
  const links = [
    [addressIn(language, '/customs'), layout.customs],
    [addressIn(language, '/calendar'), layout.holidays],
    ['/api/docs#tag/for-other-programs', layout.feeds],
    ['/api/docs', layout.api],
    [addressIn(language, '/privacy'), layout.privacy],
  ]
  const themes = Object.entries(layout.themes)
  return (
    `<footer><div><p>${escapeHtml(layout.poweredBy({ provider }))}</p>` +
    `<div class="languages">${languageLinks(language, path)}</div>` +
    `<ul>${links.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join('')}</ul>` +
    `<p class="theme"><label for="theme">${layout.theme}</label><select id="theme">` +
    themes.map(([value, name]) => `<option value="${value}">${name}</option>`).join('') +
    `</select></p></div></footer>`
  )
}
