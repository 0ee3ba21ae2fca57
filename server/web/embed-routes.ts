import type { FastifyInstance } from 'fastify'
import { CURRENCIES, isCurrency, TARGET_CURRENCY } from '../../domain/currency.ts'
import { ApiError } from '../errors.ts'
import { encode, PUBLIC_CACHE_CONTROL, sendEncoded, type Encoded } from '../http/encoded.ts'
import { rateBoardResponse } from '../rates/history-responses.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { httpText } from '../text/en/http.ts'
import { VersionedCache } from '../http/versioned-cache.ts'
import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { linePlaces } from '../../domain/charts/line-places.ts'
import { formatChange, formatRate, fromWire } from '../../domain/rate-text.ts'
import { CURRENCY_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import type { Config } from '../config.ts'
import { documentPolicy } from '../http/security-headers.ts'
import { embedText } from '../text/en/embed.ts'
import { escapeHtml } from '../text/html.ts'
import { colour } from '../text/page-styles.ts'

/** `/embed/USD`: the one page that may stand in a frame on another site. Made once for each state of the rates. */
export function embedRoutes(app: FastifyInstance, { config, publicRates }: RateDependencies): void {
  const cache = new VersionedCache<Encoded>(CURRENCIES.length)
  app.get<{ Params: { currency: string } }>('/embed/:currency', async (request, reply) => {
    const { currency } = request.params
    if (!isCurrency(currency)) throw new ApiError('not_found', httpText.notFound)
    const make = () => {
      const { rates } = rateBoardResponse(publicRates.snapshot()).data
      const row = rates.find((each) => each.currency === currency)
      if (!row) throw new ApiError('not_found', httpText.notFound)
      return encode(Buffer.from(embedPage(row, config)))
    }
    const page = await cache.get(publicRates.version, currency, make)
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': PUBLIC_CACHE_CONTROL, 'content-security-policy': EMBED_POLICY })
      // A page that sets `Cross-Origin-Embedder-Policy` can frame it too; `X-Frame-Options` knows no other sites at all.
      .header('cross-origin-resource-policy', 'cross-origin')
      .removeHeader('x-frame-options')
    return sendEncoded(reply, page)
  })
}

const WIDTH = 280
const HEIGHT = 40

const STYLES = `:root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif}
body{margin:0;padding:12px 14px;border:1px solid ${colour('line')};border-radius:10px;background:${colour('surface')};color:${colour('on-page')}}
p{margin:0;color:${colour('muted')}}
h1{margin:0;font-size:14px}
strong{font-size:26px;line-height:1.3;color:${colour('on-page')}}
strong,span{font-variant-numeric:tabular-nums}
svg{display:block;width:100%;height:${HEIGHT}px;color:${colour('accent')}}
path{vector-effect:non-scaling-stroke}
a{color:${colour('accent')}}`.replaceAll('\n', '')

/** What the page may do and where it may stand: in a frame of any site, with its one style and nothing else. */
const EMBED_POLICY = documentPolicy(STYLES, [], '*')

/** A card with a currency's newest rate, for frames on other sites: below 4 KB, without scripts. */
function embedPage(
  row: BoardRow,
  { providerName, publicUrl }: Pick<Config, 'providerName' | 'publicUrl'>,
): string {
  const { currency, rate, date, source, change, points } = row
  const address = `${publicUrl}/rates/${currency}`
  const title = embedText.title(CURRENCY_NAMES[currency])
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${title} · ${providerName}`)}</title><link rel="canonical" href="${escapeHtml(address)}">`,
    `<style>${STYLES}</style></head><body><main><h1>${escapeHtml(title)}</h1>`,
    rate !== null && date !== null && source !== null
      ? `<p><strong>${formatRate(fromWire(rate))}</strong> ${TARGET_CURRENCY}${changeText(change)}</p>${line(points)}` +
        `<p>${escapeHtml(embedText.of(formatDay(date), SOURCE_NAMES[source]))}</p>`
      : `<p>${embedText.none}</p>`,
    `<p><a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(providerName)}</a></p>`,
    '</main></body></html>',
  ].join('')
}

function changeText(change: number | null): string {
  return change === null ? '' : ` <span>${embedText.change(formatChange(fromWire(change)))}</span>`
}

/** The last 30 days as a line, which a day without a rate does not break: here it only shows the direction. */
function line(points: BoardRow['points']): string {
  if (points.length === 0) return ''
  const path = linePlaces(points, WIDTH, HEIGHT).map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)
  return `<svg viewBox="-2 -2 ${WIDTH + 4} ${HEIGHT + 4}" preserveAspectRatio="none" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.5" d="M${path.join('L')}"/></svg>`
}
