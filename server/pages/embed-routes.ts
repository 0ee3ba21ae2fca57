import type { FastifyInstance } from 'fastify'
import { noQuery } from '../../contract/values.ts'
import { addressIn, LANGUAGES, type Language } from '../../contract/language.ts'
import { currencyName, t, textIn } from '../../text/sentences.ts'
import { ApiError } from '../errors.ts'
import { documentPolicy } from '../http/content-policies.ts'
import { PUBLIC_CACHE } from '../http/response-cache.ts'
import { serveKept } from '../http/serve.ts'
import { rateBoardResponse } from '../rates/responses.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { colour, escapeHtml } from '../text/html.ts'
import type { PageSource } from './built-pages.ts'

/** The one page that may stand in a frame. */
export function embedRoutes(
  app: FastifyInstance,
  source: PageSource,
  { config: { siteName, publicUrl }, snapshot }: Pick<RateContext, 'config' | 'snapshot'>,
): void {
  const writeCard = async (language: Language, code: string) => {
    const { rates } = rateBoardResponse(snapshot(), {}).data
    const row = rates.find(({ currency }) => currency === code)
    if (!row) throw new ApiError('not_found', t.httpText.notFound)
    const name = currencyName(row.currency, language)
    const address = publicUrl + addressIn(language, `/rates/${row.currency}`)
    const { title, none } = textIn(language).embed
    const card = { row, name, siteName, address, none }
    return [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="robots" content="noindex">',
      `<title>${escapeHtml(`${title({ currency: name })} · ${siteName}`)}</title>`,
      `<link rel="canonical" href="${escapeHtml(address)}"><style>${STYLES}</style></head><body>`,
      await (await source.renderer()).renderCard(language, card),
      '</body></html>',
    ].join('')
  }
  for (const language of LANGUAGES)
    serveKept(
      app,
      addressIn(language, '/embed/:currency'),
      async (reply) => {
        const { currency } = reply.request.params as { readonly currency: string }
        const html = await writeCard(language, currency)
        reply
          .type('text/html; charset=utf-8')
          .headers({ ...PUBLIC_CACHE, 'content-security-policy': EMBED_POLICY })
          // For pages with `Cross-Origin-Embedder-Policy`.
          .header('cross-origin-resource-policy', 'cross-origin')
          .removeHeader('x-frame-options')
        return html
      },
      noQuery,
    )
}

/** For frames of 320 × 160 pixels, or narrower without the line: below 4 KB. */
const STYLES = `:root{color-scheme:light dark;font:14px/1.33 system-ui,sans-serif}
body{margin:0;padding:6px 13px;border:1px solid ${colour('line')};border-radius:8px;
background:${colour('card')};color:${colour('ink-2')};font-variant-numeric:tabular-nums}
main{display:grid;gap:2px}
p{margin:0}
h1{margin:0;font-size:14px}
strong{font-size:22px;line-height:27px}
h1,strong{font-weight:600;color:${colour('ink')}}
.apart{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 12px}
.rates-rise{color:${colour('rise')}}
.rates-fall{color:${colour('fall')}}
svg{display:block;width:calc(100% - 3px);height:22px;overflow:visible;
fill:none;stroke:${colour('act')};stroke-width:1.75px;stroke-linecap:round}
path{vector-effect:non-scaling-stroke}
@media(width<240px){svg{display:none}}
.rates-area{fill:${colour('act-soft')};stroke:none}
a{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
color:${colour('act')}}`.replaceAll('\n', '')

const EMBED_POLICY = documentPolicy(STYLES, [], '*')
