import { escapeHtml } from '../text/html.ts'
import { colourPair } from '../text/page-styles.ts'
import type { PageData, PageHead, PageRoute } from '../../contract/page-data.ts'
import { PREVIEW_SIZE } from '../../contract/rates/preview-address.ts'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import type { PageAssets } from './page-source.ts'

const [BAR_COLOUR] = colourPair('ink')

interface PageContent {
  /** What stands in `#root`; empty where the browser must make it. */
  readonly html: string
  readonly title: string
  readonly head: PageHead
  readonly language: Language
  readonly route: Pick<PageRoute, 'status' | 'frameOnly' | 'description' | 'isTranslated'>
  readonly assets: PageAssets
  /** What the client hydrates with. */
  readonly data: PageData
  /** How many changes of rates the data knows of; web/rates/live-rates.ts listens from there. */
  readonly changesKnown: number
  /** Path and query, without the language. */
  readonly address: string
}

/**
 * A whole page. Its styles stand in it, so that the first response can be painted. The scripts of a public page start after
 * its first paint, those of a frame at once: it shows nothing without them. What starts them (web/start.ts) stands in the
 * page too, because nothing else may have to be fetched before the paint.
 */
export function pageHtml({
  html,
  title,
  head,
  language,
  route,
  assets,
  data,
  changesKnown,
  address,
}: PageContent): string {
  const scripts = [assets.main, ...assets.ahead]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...descriptionOf({ title, head, language, route, data, address }),
    `<link rel="icon" href="${assets.icon}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${BAR_COLOUR}">`,
    `<script>${assets.theme}</script>`,
    assets.styles,
    ...(route.frameOnly ? scripts.map((href) => `<link rel="modulepreload" href="${href}">`) : []),
    `</head><body><div id="root">${html}</div>`,
    `<script type="application/json" data-changes="${changesKnown}" id="page-data">${scriptJson(data)}</script>`,
    // Last: however slowly the page arrives, what it is hydrated with is there before the product starts.
    `<script data-scripts="${scripts.join(' ')}"${route.frameOnly || html === '' ? ' data-now' : ''}>`,
    `${assets.start}</script></body></html>`,
  ]
    .filter(Boolean)
    .join('')
}

/** What others say of the page: search engines, and those who show a preview of a link. */
function descriptionOf(
  content: Pick<PageContent, 'title' | 'head' | 'language' | 'route' | 'data' | 'address'>,
): readonly (string | false)[] {
  const { title, head, language, route, data, address } = content
  const addressOf = (each: Language) => data.origin + addressIn(each, address)
  const canonical = addressOf(language)
  const isListed = route.status === 200 && !route.frameOnly
  const description = [head.figures, route.description].filter(Boolean).join('. ')
  const preview = {
    'og:title': head.headline ?? title,
    'og:description': description,
    'og:type': 'website',
    'og:site_name': data.providerName,
    'og:url': canonical,
    ...imageOf(head, data),
  }
  return [
    description !== '' && `<meta name="description" content="${escapeHtml(description)}">`,
    isListed
      ? `<link rel="canonical" href="${escapeHtml(canonical)}">`
      : '<meta name="robots" content="noindex">',
    ...(isListed && route.isTranslated ? alternates(addressOf) : []),
    ...(isListed ? Object.entries(preview) : []).map(
      ([property, text]) => text !== '' && `<meta property="${property}" content="${escapeHtml(text)}">`,
    ),
    ...(isListed ? (head.feeds ?? []) : []).map(
      ({ href, type }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`,
    ),
    // Data, which no browser runs: the page's policy has nothing to say about it.
    isListed &&
      head.structured !== undefined &&
      `<script type="application/ld+json">${scriptJson(head.structured)}</script>`,
  ]
}

/** The picture of the figures; without figures the icon, which stands small beside the text. */
function imageOf({ image }: PageHead, { origin }: PageData): Readonly<Record<string, string>> {
  if (!image) return { 'og:image': `${origin}/icon-512.png`, 'twitter:card': 'summary' }
  return {
    'og:image': origin + image.href,
    'og:image:width': String(PREVIEW_SIZE.width),
    'og:image:height': String(PREVIEW_SIZE.height),
    'og:image:alt': image.alt,
    'twitter:card': 'summary_large_image',
  }
}

/** The same page in every language, for search engines (https://developers.google.com/search/docs/specialty/international/localized-versions). */
function alternates(addressOf: (language: Language) => string): readonly string[] {
  const of = (code: string, language: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(addressOf(language))}">`
  return [...LANGUAGES.map((each) => of(each, each)), of('x-default', 'en')]
}

/** JSON that cannot end the element that it stands in. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
