import type { FastifyInstance } from 'fastify'
import { noQuery } from '../../contract/values.ts'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import { quotedUnits, TARGET_CURRENCY } from '../../domain/currency.ts'
import { percentChangeText, formatRate, fromWire, type Rate } from '../../domain/money.ts'
import { formatDate, currencyName, t, textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { documentPolicy } from '../http/content-policies.ts'
import { PUBLIC_CACHE } from '../http/response-cache.ts'
import { serveKept } from '../http/serve.ts'
import { rateBoardResponse } from '../rates/responses.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { colour, escapeHtml } from '../text/html.ts'

/** The one page that may stand in a frame. */
export function embedRoutes(app: FastifyInstance, deps: RateContext): void {
  for (const language of LANGUAGES) embedRoute(app, deps, language)
}

function embedRoute(
  app: FastifyInstance,
  { config, snapshot }: RateContext,
  language: Language,
): void {
  serveKept(
    app,
    addressIn(language, '/embed/:currency'),
    (reply) => {
      const { currency } = reply.request.params as { readonly currency: string }
      const { rates } = rateBoardResponse(snapshot(), {}).data
      const row = rates.find((each) => each.currency === currency)
      if (!row) throw new ApiError('not_found', t.httpText.notFound)
      reply
        .type('text/html; charset=utf-8')
        .headers({ ...PUBLIC_CACHE, 'content-security-policy': EMBED_POLICY })
        // For pages with `Cross-Origin-Embedder-Policy`.
        .header('cross-origin-resource-policy', 'cross-origin')
        .removeHeader('x-frame-options')
      return embedPage(row, language, config)
    },
    noQuery,
  )
}

const WIDTH = 280
const HEIGHT = 22

const STYLES = `:root{color-scheme:light dark;font:14px/1.33 system-ui,sans-serif}
body{margin:0;padding:6px 13px;border:1px solid ${colour('line')};border-radius:8px;
background:${colour('card')};color:${colour('ink-2')};font-variant-numeric:tabular-nums}
main{display:grid;gap:2px}
p{margin:0}
h1{margin:0;font-size:14px}
strong{font-size:22px;line-height:27px}
h1,strong{font-weight:600;color:${colour('ink')}}
.apart{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 12px}
.rise{color:${colour('rise')}}
.fall{color:${colour('fall')}}
svg{display:block;width:calc(100% - 3px);height:${HEIGHT}px;overflow:visible;
fill:none;stroke:${colour('act')};stroke-width:1.75px;stroke-linecap:round}
path{vector-effect:non-scaling-stroke}
path+path{stroke-width:6px}
a{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
color:${colour('act')}}`.replaceAll('\n', '')

const EMBED_POLICY = documentPolicy(STYLES, [], '*')

/** For frames of 320 × 160 pixels: below 4 KB. */
function embedPage(
  row: BoardRow,
  language: Language,
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
): string {
  const { currency, published, points } = row
  const { embed, sourceNames } = textIn(language)
  const address = escapeHtml(publicUrl + addressIn(language, `/rates/${currency}`))
  const name = currencyName(currency, language)
  const site = escapeHtml(siteName)
  const underneath =
    published && `${sourceNames[published.source]}: ${formatRate(fromWire(published.rate))}`
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" ' +
      'content="noindex">',
    `<title>${escapeHtml(embed.title({ currency: name }))} · ${site}</title><link ` +
      `rel="canonical" href="${address}">`,
    `<style>${STYLES}</style></head><body><main>`,
    `<div class="apart"><h1>${escapeHtml(name)}</h1><a href="${address}" target="_blank" ` +
      `rel="noopener">${site}</a></div>`,
    rateText(row, language),
    underneath ? `<p>${escapeHtml(underneath)}</p>` : line(points),
    '</main></body></html>',
  ].join('')
}

function rateText({ currency, rate, date, source, change }: BoardRow, language: Language): string {
  const { days, embed, sourceNames } = textIn(language)
  if (rate === null || date === null || source === null) return `<p>${escapeHtml(embed.none)}</p>`
  const figure = `<strong>${formatRate(fromWire(rate))}</strong> ${TARGET_CURRENCY}`
  const day = escapeHtml(`${formatDate(days, 'day', date)}, ${sourceNames[source]}`)
  return `<p class="apart"><span>${quotedUnits(currency)} = ${figure}</span>${changeText(change, rate)}</p><p>${day}</p>`
}

function changeText(change: number | null, rate: number): string {
  if (change === null) return ''
  const [look, arrow] = change > 0 ? ['rise', '▲'] : change < 0 ? ['fall', '▼'] : ['none', '–']
  const now = fromWire(rate)
  const percent = percentChangeText((now - fromWire(change)) as Rate, now)
  return `<span class="${look}">${percent} ${arrow}</span>`
}

function line(points: BoardRow['points']): string {
  if (points.length === 0) return ''
  const path = linePlaces(points, WIDTH, HEIGHT).map(
    ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`,
  )
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path ` +
    `d="M${path.join('L')}"/><path d="M${path.at(-1)}h0"/></svg>`
  )
}
