import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import { LANGUAGE_NAMES } from '../../text/language-names.ts'
import { textIn } from '../../text/sentences.ts'
import { escapeHtml } from './html.ts'

/** The one script of such a page, which shows the chosen theme; it stands in the head. */
export const PAGE_SCRIPT = readFileSync(
  join(import.meta.dirname, '..', '..', 'web', 'theme', 'apply-theme.ts'),
  'utf8',
)

const MARK =
  '<svg class="mark" viewBox="0 0 24 24" fill="none" aria-hidden="true"><rect width="24" ' +
  'height="24" rx="5" fill="currentColor"/><path d="M5 15.5 9.5 11l3.5 3 6-6" stroke-width="2" ' +
  'stroke-linecap="round"/></svg>'

interface FramedPage {
  readonly language: Language
  readonly provider: string
  readonly title: string
  readonly description: string
  readonly styles: string
  /** What only this page has in its head. */
  readonly head: string
  /** What leads to the other languages. */
  readonly path: string
  /** Its main part, `#main`. */
  readonly content: string
}

/** A page that the application does not render, with the product's bar and foot. */
export function framedPage(page: FramedPage): string {
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${page.title} · ${page.provider}`)}</title>
<meta name="description" content="${page.description}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script>${PAGE_SCRIPT}</script>
<style>${page.styles}</style>
${page.head}
</head>
<body class="frame">
${pageHeader(page)}
${page.content}
${pageFooter(page)}
</body>
</html>
`
}

function pageHeader({ language, provider, path }: FramedPage): string {
  const { layout } = textIn(language)
  const link = ([to, name]: readonly [string, string]) =>
    `<a class="place" href="${addressIn(language, to)}" data-name="${name}">${name}</a>`
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
    `<a class="skip" href="#main">${layout.skip}</a>` +
    `<header class="bar"><nav class="inside wrap bare" aria-label="${layout.mainMenu}">` +
    `<a class="brand" href="${addressIn(language, '/')}">${MARK}${escapeHtml(provider)}</a>` +
    `<div class="places wrap">${places.map(link).join('')}</div>` +
    `<div class="languages wrap muted">${languageLinks(language, path)}</div>` +
    `<div class="ways wrap">${ways.map(link).join('')}</div></nav></header>`
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

function pageFooter({ language, provider, path }: FramedPage): string {
  const { kindNames, layout } = textIn(language)
  const links = [
    [addressIn(language, '/customs'), kindNames.customs],
    [addressIn(language, '/calendar'), layout.holidays],
    ['/api/docs#tag/for-other-programs', layout.feeds],
    ['/api/docs', layout.api],
    [addressIn(language, '/privacy'), layout.privacy],
  ]
  const themes = Object.entries(layout.themes)
  return (
    `<footer class="footer out"><div class="foot wrap bare">` +
    `<p>${escapeHtml(layout.poweredBy({ provider }))}</p><ul class="wrap">` +
    `${links.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join('')}</ul>` +
    `<div class="settings apart"><p class="others wrap">${languageLinks(language, path)}</p>` +
    `<p class="theme"><label for="theme">${layout.theme}</label><select id="theme" name="theme">` +
    themes.map(([value, name]) => `<option value="${value}">${name}</option>`).join('') +
    `</select></p></div></div></footer>`
  )
}
