import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/imports.ts'
import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/entry-window.ts'
import type { Db } from '../database/schema.ts'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { serve } from '../http/serve.ts'
import { checkManualRate } from '../entries/check-manual-rate.ts'
import { undoneResponse } from './batches.ts'
import { previewSummary } from './preview-summary.ts'
import { readSheetText } from './read-sheet.ts'
import { commitBatch, undoBatch } from './import-batch.ts'
import { readEnteredRates, readImports } from './import-queries.ts'
import { checkImport, readRows, type ImportState } from './check-import.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { writesOfUsers } from '../entries/writes-of-users.ts'
import { keepReason, writeRates } from '../rates/write-rates.ts'
import { rateImportText } from '../text/en/imports.ts'

/** Many rates in one press: look first, then all or nothing, and one press back. */
export function importRoutes(app: FastifyInstance, deps: RateDependencies): void {
  const { db, readDb, clock, liveRateBook: live } = deps
  const { write, writeOnce } = writesOfUsers(clock, (act) => writeRates(db, live, act))
  const previews = new ConcurrencyLimiter({ atOnce: 1, queued: 4 })

  serve(app, contract.readSheet, async ({ body, querystring, signedIn }) => ({
    data: await previews.run(signedIn.user.id, async () =>
      readSheetText(await body.arrayBuffer(), querystring.sheet),
    ),
  }))

  serve(app, contract.previewImport, async ({ body, reply, signedIn }) => {
    const checked = await previews.run(signedIn.user.id, async () =>
      checkImport(await readRows(body), body, await currentImportState(readDb, deps)),
    )
    void reply.type('application/json; charset=utf-8')
    return Readable.from(previewPieces(checked.rows, previewSummary(checked, body)), {
      highWaterMark: 2,
    })
  })

  serve(app, contract.commitImport, async (call) => {
    const { body } = call
    const reason = body.reason?.trim() ?? ''
    const read = await readRows(body)
    return writeOnce(call, async (trx, writer) => {
      await keepReason(trx, reason)
      const { rows } = await checkImport(read, body, await currentImportState(trx, deps))
      const data = await commitBatch(trx, rows, { reason, leaveOut: body.leave_out }, writer)
      return { status: 201, body: { message: rateImportText.imported(data.added + data.replaced), data } }
    })
  })

  serve(app, contract.undoImport, async (call) =>
    undoneResponse(await write(call, (trx, writer) => undoBatch(trx, call.params.id, writer))),
  )

  serve(app, contract.listImports, async () => ({ data: await readImports(readDb, 'rates') }))
}

/** Rows of a preview that are turned into JSON at once; all ten thousand would keep other requests waiting. */
const PIECE = 250

/** The JSON of a preview, piece by piece; other requests go first before each, which a stream alone would not let them. */
async function* previewPieces(rows: readonly ImportRow[], rest: ReturnType<typeof previewSummary>) {
  yield `{"data":{${JSON.stringify(rest).slice(1, -1)},"rows":[`
  for (let at = 0; at < rows.length; at += PIECE) {
    await setImmediate()
    yield (at === 0 ? '' : ',') + JSON.stringify(rows.slice(at, at + PIECE)).slice(1, -1)
  }
  yield ']}}'
}

/** What rows are checked against: the live entries of the window as they are in the database, and the book. */
async function currentImportState(
  db: Db,
  { clock, liveRateBook: { book } }: RateDependencies,
): Promise<ImportState> {
  const today = dayInColombo(clock())
  const from = addDays(today, -ENTRY_WINDOW_DAYS)
  const entered = await readEnteredRates(db, from)
  return {
    today,
    calendar: book.holidays.calendar,
    entered,
    enteredEarlier: (series, date) => (date < from ? book.rateFrom(series, date, 'manual') : undefined),
    rateWarnings: (entry, given) => checkManualRate(book, entry, given),
  }
}
