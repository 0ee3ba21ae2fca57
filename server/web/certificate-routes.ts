import type { FastifyInstance } from 'fastify'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { addressIn, LANGUAGES } from '../../contract/language.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { ApiError } from '../errors.ts'
import { httpText } from '../text/en/http.ts'
import { CERTIFICATE_POLICY, certificatePage } from './certificate-page.ts'

/**
 * `/rates/USD/2026-09-29/certificate`, `/si/rates/…`, `/ta/rates/…`: a cited rate to print, with the time at which it was issued. It takes what the API's
 * cited rate takes, asks it, and refuses what it refuses; 404 for a day whose rate was taken back.
 */
export function certificateRoutes(
  app: FastifyInstance,
  { config, clock }: Pick<BaseDependencies, 'config' | 'clock'>,
): void {
  for (const language of LANGUAGES)
    app.get<{ Params: { currency: string; date: string } }>(
      addressIn(language, '/rates/:currency/:date/certificate'),
      { config: { queries: true } },
      async (request, reply) => {
        const { currency, date } = request.params
        const [, query = ''] = request.url.split('?', 2)
        const path = `/api/exchange-rate/${encodeURIComponent(currency)}/on/${encodeURIComponent(date)}`
        const response = await app.inject({ url: query === '' ? path : `${path}?${query}` })
        reply.header('cache-control', 'no-store')
        if (response.statusCode !== 200)
          return reply.code(response.statusCode).type('application/json').send(response.body)
        const { data } = response.json<ResponseBody<typeof citedRate>>()
        if (data.rate === null) throw new ApiError('not_found', httpText.notFound)
        const issue = { ...config, language, query, issuedAt: clock() }
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', CERTIFICATE_POLICY)
          .send(certificatePage({ ...data, rate: data.rate }, issue))
      },
    )
}
