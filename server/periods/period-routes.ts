import type { FastifyInstance } from 'fastify'
import { periodRates, periodRatesCsv, periodRatesXlsx } from '../../contract/periods.ts'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { serve } from '../http/serve.ts'
import { isKnownFile, SheetQueue } from '../rates/file-downloads.ts'
import { replyReady } from '../rates/public-rate-routes.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { periodChoice, periodRatesResponse, type PeriodChoice } from './period-responses.ts'
import { periodCsv, periodFileName, periodXlsx, type PeriodFile } from './period-files.ts'

/** The figures of periods, as JSON, CSV and XLSX: from memory, but for what was corrected in a sealed period. */
export function periodRoutes(
  app: FastifyInstance,
  { readDb, config, publicRates }: BaseDependencies & { readonly publicRates: PublicRates },
): void {
  const sheets = new SheetQueue(publicRates)
  const fileOf = async (choice: PeriodChoice): Promise<PeriodFile> => {
    const { data } = await periodRatesResponse(readDb, publicRates.snapshot(), choice)
    return { choice, periods: data.periods, publicUrl: config.publicUrl }
  }

  serve(app, periodRates, async ({ request, reply, ...input }) => {
    const ready = await publicRates.respondLater(request.url, (snapshot) =>
      periodRatesResponse(readDb, snapshot, periodChoice(snapshot, input)),
    )
    return await replyReady(reply, ready)
  })

  serve(app, periodRatesCsv, async ({ reply, ...input }) => {
    const choice = periodChoice(publicRates.snapshot(), input)
    if (isKnownFile(reply, publicRates, periodFileName(choice, 'csv'))) return reply.code(304).send() as never
    return reply.type('text/csv; charset=utf-8').send(periodCsv(await fileOf(choice))) as never
  })

  serve(app, periodRatesXlsx, async ({ reply, ...input }) => {
    const choice = periodChoice(publicRates.snapshot(), input)
    const name = periodFileName(choice, 'xlsx')
    if (isKnownFile(reply, publicRates, name)) return reply.code(304).send() as never
    const sheet = await sheets.get(name, async () => periodXlsx(await fileOf(choice)))
    return reply.type(XLSX_TYPE).send(sheet) as never
  })
}
