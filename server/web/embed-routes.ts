import type { FastifyInstance } from 'fastify'
import { CURRENCIES, isCurrency } from '../../domain/currency.ts'
import { ApiError } from '../errors.ts'
import { encode, PUBLIC_CACHE_CONTROL, sendEncoded, type Encoded } from '../http/encoded.ts'
import { rateBoardResponse } from '../rates/history-responses.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { httpText } from '../text/en/http.ts'
import { EMBED_POLICY, embedPage } from './embed-page.ts'
import { PageCache } from '../http/page-cache.ts'

/** `/embed/USD`: the one page that may stand in a frame on another site. Made once for each state of the rates. */
export function embedRoutes(app: FastifyInstance, { config, publicRates }: RateDependencies): void {
  const cache = new PageCache<Encoded>(CURRENCIES.length)
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
