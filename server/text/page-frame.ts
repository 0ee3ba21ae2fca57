import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { textIn } from '../../text/sentences.ts'
import { escapeHtml } from './html.ts'

const MARK =
  '<svg viewBox="0 0 24 24" fill="none" aria-hidden="true"><rect width="24" height="24" rx="5" ' +
  'fill="currentColor"/><path d="M5 15.5 9.5 11l3.5 3 6-6" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The product's bar, for a page that the application does not render. */
export function pageHeader(language: Language, provider: string, path?: string): string {
  const { layout } = textIn(language)
  const links = [
    ['/rates', layout.rates],
    ['/periods/USD', layout.averages],
    ['/alerts', layout.alerts],
  ] as const
  const brand = `<a class="brand" href="${addressIn(language, '/')}">${MARK}${escapeHtml(provider)}</a>`
  return (
    `<header><nav aria-label="${layout.mainMenu}">${brand}` +
    links.map(([to, name]) => `<a href="${addressIn(language, to)}">${name}</a>`).join('') +
    `<span>${path === undefined ? '' : languageLinks(language, path)}` +
    `<a href="${addressIn(language, '/login')}">${layout.login}</a>` +
    `<a href="${addressIn(language, '/register')}">${layout.register}</a></span></nav></header>`
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

/** The foot of the page at a path, which stands in each language. */
export function pageFooter(language: Language, provider: string, path: string): string {
  const { layout } = textIn(language)
  const links = [
    [addressIn(language, '/customs'), layout.customs],
    [addressIn(language, '/calendar'), layout.holidays],
    ['/api/docs#tag/for-other-programs', layout.feeds],
    ['/api/docs', layout.api],
    [addressIn(language, '/privacy'), layout.privacy],
  ]
  return (
    `<footer><div><p>${escapeHtml(layout.poweredBy({ provider }))}</p>` +
    `<p>${languageLinks(language, path)}</p><p>` +
    `${links.map(([href, name]) => `<a href="${href}">${name}</a>`).join('')}</p></div></footer>`
  )
}
