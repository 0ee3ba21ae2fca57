import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/customs.ts'
import type { CustomsImport } from '../../contract/schema/customs.schema.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { Db } from '../database/schema.ts'
import { checkManualRate } from '../entries/check-manual-rate.ts'
import { writesOfUsers } from '../entries/writes-of-users.ts'
import { serve } from '../http/serve.ts'
import { readCustomsWeeks } from '../rates/customs-weeks.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { keepReason, writeRates } from '../rates/write-rates.ts'
import { customsImportText } from '../text/en/imports.ts'
import { countVerdicts, undoneResponse } from './batches.ts'
import { checkCustoms } from './check-customs.ts'
import { commitCustoms, undoCustoms } from './customs-batch.ts'
import { readCustomsImports, readEnteredRates } from './import-queries.ts'

/** Customs rates by their schedule, as rates are imported: look first, then all or nothing, and one press back. */
export function customsRoutes(
  app: FastifyInstance,
  { db, readDb, clock, liveRateBook: live }: RateDependencies,
): void {
  const checked = async (on: Db, given: CustomsImport) => {
    const entered = await readEnteredRates(on, given.first_day)
    const weeks = (await readCustomsWeeks(on)).byFirstDay
    return checkCustoms(given, {
      ...{ today: dayInColombo(clock()), entered, weeks },
      rateWarnings: (entry, rates) => checkManualRate(live.book, entry, rates),
    })
  }
  const { write, writeOnce } = writesOfUsers(clock, async (act) => {
    const done = await writeRates(db, live, act)
    // With their days of effect.
    await live.catchUpNow()
    return done
  })

  serve(app, contract.previewCustoms, async ({ body }) => {
    const { rows, missing, importable } = await checked(readDb, body)
    return { data: { rows, counts: countVerdicts(rows), missing, importable } }
  })

  serve(app, contract.importCustoms, (call) =>
    writeOnce(call, async (trx, writer) => {
      const { body } = call
      const reason = body.reason?.trim() ?? ''
      await keepReason(trx, reason)
      const data = await commitCustoms(trx, await checked(trx, body), reason, writer)
      return {
        status: 201,
        body: { message: customsImportText.entered(body.first_day, body.last_day), data },
      }
    }),
  )

  serve(app, contract.undoCustoms, async (call) =>
    undoneResponse(await write(call, (trx, writer) => undoCustoms(trx, call.params.id, writer))),
  )

  serve(app, contract.listCustomsImports, async () => ({ data: await readCustomsImports(readDb) }))
}
