import { escapeHtml } from '../text/html.ts'
import type { PageData, PagePlan } from '../../contract/page-data.ts'
import type { PageAssets } from './page-source.ts'

interface PageContent {
  /** What stands in `#root`; empty where the browser must make it. */
  readonly html: string
  readonly title: string
  readonly plan: Pick<PagePlan, 'status' | 'frameOnly' | 'description'>
  readonly assets: PageAssets
  /** What the client hydrates with. */
  readonly data: PageData
  /** How many changes of rates the data knows of; web/rates/live-rates.ts listens from there. */
  readonly changesKnown: number
  /** The page's address for search engines, with origin. */
  readonly canonical: string
}

/**
 * A whole page. Its styles stand in it, so that the first response can be painted. The scripts of a public page start after
 * its first paint, those of a frame at once: it shows nothing without them. What starts them (web/start.ts) stands in the
 * page too, because nothing else may have to be fetched before the paint.
 */
export function pageHtml({ html, title, plan, assets, data, changesKnown, canonical }: PageContent): string {
  const scripts = [assets.main, ...assets.ahead]
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    plan.description && `<meta name="description" content="${escapeHtml(plan.description)}">`,
    plan.description && `<meta property="og:description" content="${escapeHtml(plan.description)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    plan.status === 200 && !plan.frameOnly
      ? `<link rel="canonical" href="${escapeHtml(canonical)}">`
      : '<meta name="robots" content="noindex">',
    `<link rel="icon" href="${assets.icon}">`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0b2f35">',
    assets.styles,
    ...(plan.frameOnly ? scripts.map((href) => `<link rel="modulepreload" href="${href}">`) : []),
    `</head><body><div id="root">${html}</div>`,
    `<script type="application/json" data-changes="${changesKnown}" id="page-data">${scriptJson(data)}</script>`,
    // Last: however slowly the page arrives, what it is hydrated with is there before the product starts.
    `<script data-scripts="${scripts.join(' ')}"${plan.frameOnly || html === '' ? ' data-now' : ''}>`,
    `${assets.start}</script></body></html>`,
  ]
    .filter(Boolean)
    .join('')
}

/** JSON that cannot end the element that it stands in. */
function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
