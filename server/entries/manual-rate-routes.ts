import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/entries.ts'
import { manualRateBodyFor, type ManualRateInput } from '../../contract/entries.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { toWire } from '../../domain/money.ts'
import { serve } from '../http/serve.ts'
import { checkManualRate } from './check-manual-rate.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { readManualRate, readRecentRates } from './manual-rate-queries.ts'
import type { RateBook } from '../rates/rate-book.ts'
import { deleteManualRate, recordManualRate, restoreManualRate } from './record-manual-rate.ts'
import { changeRates } from './change-rates.ts'
import { t } from '../../text/sentences.ts'

const PER_PAGE = 20

/** Entries by hand: list, enter, delete, restore. */
export function manualRateRoutes(app: FastifyInstance, deps: RateDependencies): void {
  const { readDb, clock, liveRateBook: live } = deps
  const { write, writeOnce } = changeRates(deps)
  // The one rule that the contract leaves to whoever knows today.
  const body = manualRateBodyFor(() => dayInColombo(clock()))

  serve(app, contract.recentRates, async ({ query }) => {
    const { limit = PER_PAGE, page = 1, ...choice } = query
    // The connection first: waiting requests with built queries cost the collector a tenth of what
    // gets done.
    const { entries, total } = await readDb
      .connection()
      .execute((connection) => readRecentRates(connection, live, { page, limit }, choice))
    return {
      data: entries,
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / limit)),
      per_page: limit,
      total,
    }
  })

  serve(
    app,
    contract.checkManualRate,
    ({ body: entry }) => ({
      data: {
        warnings: checkManualRate(live.book, entry),
        replaces: replacedRate(live.book, entry),
      },
    }),
    { body },
  )

  serve(
    app,
    contract.recordManualRate,
    (call) =>
      writeOnce(call, async (trx, writer) => {
        const warnings = [...checkManualRate(live.book, call.body)]
        const reported = warnings.length > 0 ? { warnings } : {}
        const { id, created } = await recordManualRate(trx, call.body, writer, reported)
        const message = created ? t.entriesText.added : t.entriesText.updated
        const data = await readManualRate(trx, id, call.body)
        return { status: created ? 201 : 200, body: { message, data, ...reported } }
      }),
    { body },
  )

  serve(app, contract.deleteManualRate, async (call) => {
    await write(call, (trx, writer) => deleteManualRate(trx, call.params.id, writer))
    return { message: t.entriesText.deleted }
  })

  serve(app, contract.restoreManualRate, (call) =>
    writeOnce(call, async (trx, writer) => {
      await restoreManualRate(trx, call.params.id, writer)
      const data = await readManualRate(trx, call.params.id)
      return { status: 200, body: { message: t.entriesText.restored, data } }
    }),
  )
}

function replacedRate(book: RateBook, entry: ManualRateInput): number | null {
  const rate = book.rateFrom(entry, entry.date, 'manual')
  return rate === undefined ? null : toWire(rate)
}
