import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/calendar.ts'
import type { HolidayImport } from '../../contract/schema/calendar.schema.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import type { Db } from '../database/schema.ts'
import { writesOfUsers } from '../entries/writes-of-users.ts'
import { serve } from '../http/serve.ts'
import { countVerdicts, undoneResponse } from './batches.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { checkHolidays, isImportable } from './check-holidays.ts'
import { commitHolidays, undoHolidays } from './holiday-batch.ts'
import { readPublishedDays, readImports } from './import-queries.ts'
import { holidayImportText } from '../text/en/imports.ts'

/** Bank holidays as rates are imported: look first, then all or nothing, and one press back. */
export function holidayRoutes(
  app: FastifyInstance,
  { db, readDb, clock, liveRateBook }: RateDependencies,
): void {
  const checked = async (on: Db, given: HolidayImport) => {
    const [holidays, published] = [await readHolidays(on), await readPublishedDays(on)]
    return checkHolidays(given, {
      today: dayInColombo(clock()),
      entered: new Map(holidays.map((each) => [each.date, each])),
      isPublished: (date) => published.has(date),
    })
  }
  const { write, writeOnce } = writesOfUsers(clock, async (act) => {
    const done = await db.transaction().execute(act)
    await liveRateBook.catchUpNow()
    return done
  })

  serve(app, contract.previewHolidays, async ({ body }) => {
    const rows = await checked(readDb, body)
    return { data: { rows, counts: countVerdicts(rows), importable: isImportable(rows) } }
  })

  serve(app, contract.importHolidays, (call) =>
    writeOnce(call, async (trx, writer) => {
      const data = await commitHolidays(trx, await checked(trx, call.body), call.body, writer)
      const count = data.added + data.replaced + data.removed
      const message = call.body.remove ? holidayImportText.removed(count) : holidayImportText.entered(count)
      return { status: 201, body: { message, data } }
    }),
  )

  serve(app, contract.undoHolidays, async (call) =>
    undoneResponse(await write(call, (trx, writer) => undoHolidays(trx, call.params.id, writer))),
  )

  serve(app, contract.listHolidayImports, async () => ({
    data: await readImports(readDb, 'bank holidays'),
  }))
}
