import { colourPair, escapeHtml } from '../text/html.ts'
import type { PageRequest, RenderedPage } from '../../contract/page-data.ts'
import { currencies } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { currencyName, plainSpaces, textIn } from '../../text/sentences.ts'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import type { PageAssets } from './built-pages.ts'

/** The device continues the bar's colour around the page. */
const BAR_COLOURS = colourPair('card')

interface PageContent {
  readonly rendered: RenderedPage
  readonly language: Language
  readonly assets: PageAssets
  readonly data: PageRequest['page']
  /** web/rates/listen-to-rates.ts listens from there. */
  readonly changesKnown: number
  /** Without the language. */
  readonly address: string
}

/** Scripts of a public page start after it, those of a frame at once. */
export function pageHtml(content: PageContent): string {
  const { rendered, language, assets, changesKnown } = content
  const { html, title, frameOnly } = rendered
  const scripts = [assets.main, ...assets.ahead]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...previewOf(content),
    `<link rel="icon" href="${assets.icon}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${BAR_COLOURS[1]}" media="(prefers-color-scheme:dark)">`,
    `<meta name="theme-color" content="${BAR_COLOURS[0]}">`,
    assets.styles,
    ...(frameOnly ? scripts.map((href) => `<link rel="modulepreload" href="${href}">`) : []),
    `</head><body><div id="root">${html}</div>`,
    `<script type="application/json" data-changes="${changesKnown}" ` +
      `id="page-data">${pageData(content)}</script>`,
    // Last, because the product hydrates with what is above.
    `<script data-scripts="${scripts.join(' ')}"${frameOnly || html === '' ? ' data-now' : ''}>`,
    `${assets.start}</script></body></html>`,
  ]
    .filter(Boolean)
    .join('')
}

function previewOf(content: PageContent): readonly (string | false)[] {
  const { rendered, language, data, address } = content
  const { title, head, path, status, frameOnly } = rendered
  const addressOf = (each: Language) => data.origin + addressIn(each, address)
  const canonical = addressOf(language)
  const isListed = status === 200 && !frameOnly
  const told = [head.figures, describeScreen(language, path)].filter(Boolean).join('. ')
  const description = plainSpaces(told)
  const preview = {
    'og:title': plainSpaces(head.headline ?? title),
    'og:description': description,
    'og:type': 'website',
    'og:site_name': data.siteName,
    'og:url': canonical,
    // A picture of the brand; the figure is in the title.
    'og:image': `${data.origin}/preview.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  }
  return [
    description !== '' && `<meta name="description" content="${escapeHtml(description)}">`,
    isListed
      ? `<link rel="canonical" href="${escapeHtml(canonical)}">`
      : '<meta name="robots" content="noindex">',
    ...(isListed ? alternates(addressOf) : []),
    ...(isListed ? Object.entries(preview) : []).map(
      ([property, text]) =>
        text !== '' && `<meta property="${property}" content="${escapeHtml(text)}">`,
    ),
    isListed &&
      head.feed !== undefined &&
      `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" ` +
        `href="${escapeHtml(head.feed)}">`,
    // Data, to which the page's policy does not apply.
    isListed &&
      head.structured !== undefined &&
      `<script type="application/ld+json">` +
        `${escapeScript(JSON.stringify(head.structured))}</script>`,
  ]
}

/** Empty for a screen that search engines do not list. */
export function describeScreen(language: Language, path: string): string {
  const text = textIn(language)
  const first = currencies().slice(0, 4)
  const plain: Readonly<Partial<Record<string, unknown>>> = text.descriptions
  if (path === '/')
    return text.descriptions['/']({
      names: listed(
        first.map((each) => currencyName(each, language)),
        text,
      ),
    })
  if (path === '/rates' || path === '/customs')
    return text.descriptions[path]({ currencies: listed(first, text) })
  const found = plain[path]
  return typeof found === 'string' ? found : ''
}

/** https://developers.google.com/search/docs/specialty/international/localized-versions */
function alternates(addressOf: (language: Language) => string): readonly string[] {
  const link = (code: string, language: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(addressOf(language))}">`
  return [...LANGUAGES.map((each) => link(each, each)), link('x-default', 'en')]
}

/** A `PageData`. */
function pageData({ data, rendered }: PageContent): string {
  const responses = rendered.responses.flatMap(({ key, status, json }) =>
    json === undefined ? [] : `[${JSON.stringify(key)},${status},${json}]`,
  )
  return escapeScript(`{${JSON.stringify(data).slice(1, -1)},"responses":[${responses.join()}]}`)
}

/** Cannot end the element. */
const escapeScript = (json: string): string => json.replaceAll('<', '\\u003c')
