import type { FastifyInstance } from 'fastify'
import { periodRates, periodRatesCsv, periodRatesXlsx } from '../../contract/periods.ts'
import { serve } from '../http/serve.ts'
import { tableDownloads } from '../rates/file-downloads.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { periodChoice, periodRatesResponse } from './period-responses.ts'
import { periodFileName, periodSheet } from './period-files.ts'

/** The figures of periods, as JSON, CSV and XLSX: from memory, but for what was corrected in a sealed period. */
export function periodRoutes(app: FastifyInstance, { readDb, config, publicRates }: RateDependencies): void {
  const send = tableDownloads(publicRates)

  serve(app, periodRates, ({ reply, ...input }) =>
    publicRates.reply(reply, (snapshot) =>
      periodRatesResponse(readDb, snapshot, periodChoice(snapshot, input)),
    ),
  )

  for (const [endpoint, ending] of [[periodRatesCsv, 'csv'] as const, [periodRatesXlsx, 'xlsx'] as const])
    serve(app, endpoint, ({ reply, ...input }) => {
      const choice = periodChoice(publicRates.snapshot(), input)
      return send(reply, periodFileName(choice, ending), async () => {
        const { data } = await periodRatesResponse(readDb, publicRates.snapshot(), choice)
        return periodSheet(choice, data.periods, config.publicUrl)
      })
    })
}
