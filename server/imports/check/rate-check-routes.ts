import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { XLSX_TYPE } from '../../../contract/endpoint.ts'
import * as contract from '../../../contract/imports/checked-rates.ts'
import { dayInColombo } from '../../../domain/calendar-date.ts'
import { KeyedQueue } from '../../http/limits.ts'
import { serve } from '../../http/serve.ts'
import { renderInTurn } from '../../rates/downloads.ts'
import type { RateDependencies } from '../../deps.ts'
import { rateCheckSheet } from './checked-sheet.ts'
import { dataWithRows } from '../import-routes.ts'
import { tableSummary } from '../preview-summary.ts'
import { checkUsedRates, readUsedRates, totalsOf, type UsedRates } from './used-rates.ts'

/** Rates that were used, held against those that count; nothing is stored. */
export function rateCheckRoutes(
  app: FastifyInstance,
  { config, publicRates, clock }: RateDependencies,
): void {
  const turns = new KeyedQueue({ atOnce: 1, waiting: 4 })
  const check = async (
    body: contract.RateCheck,
  ): Promise<UsedRates & { checked: contract.CheckedRate[] }> => {
    const used = await readUsedRates(body)
    const checked = await checkUsedRates(publicRates.snapshot(), body, used.rows, config.publicUrl)
    return { ...used, checked }
  }
  // Rows are checked in slices: ten thousand at once would hold up others.
  const options = { body: contract.rateCheckBodyOf(z.unknown()) }

  serve(
    app,
    contract.checkRates,
    async ({ body, reply, signedIn }) => {
      const { checked, read, unread } = await turns.run(signedIn.user.id, () => check(body))
      void reply.type('application/json; charset=utf-8')
      const rest = {
        totals: totalsOf(checked),
        ...(read && { table: tableSummary(read), unread }),
        ...(read && read.asked.length > 0 && { question: { headings: read.asked } }),
      }
      return Readable.from(dataWithRows(checked, rest), { highWaterMark: 2 })
    },
    options,
  )

  serve(
    app,
    contract.checkRatesXlsx,
    async ({ body, reply, signedIn }) => {
      const file = await renderInTurn({ name: `user ${signedIn.user.id}` }, async () =>
        rateCheckSheet((await check(body)).checked),
      )
      const name = `rates-used-${dayInColombo(clock())}.xlsx`
      reply.type(XLSX_TYPE).header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(file) as never
    },
    options,
  )
}
