import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/customs.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { CustomsImport } from '../../contract/schema/customs.schema.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { checkManualRate } from '../entries/check-manual-rate.ts'
import { writerOf } from '../entries/manual-rate-routes.ts'
import { once, repeatable } from '../http/idempotency.ts'
import { serve } from '../http/serve.ts'
import { readCustomsWeeks } from '../rates/customs-weeks.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { lockRates, writeRates } from '../rates/write-rates.ts'
import { customsImportText } from '../text/en/imports.ts'
import { countVerdicts, undoneResponse } from './batches.ts'
import { checkCustoms } from './check-customs.ts'
import { commitCustoms, undoCustoms } from './customs-batch.ts'
import { readCustomsImports, readEnteredRates } from './import-queries.ts'

/** Customs rates by their schedule, as rates are imported: look first, then all or nothing, and one press back. */
export function customsRoutes(
  app: FastifyInstance,
  { db, readDb, clock, liveRateBook: live }: BaseDependencies & { readonly liveRateBook: LiveRateBook },
): void {
  const checked = async (on: Db, given: CustomsImport) => {
    const entered = await readEnteredRates(on, given.first_day)
    const weeks = (await readCustomsWeeks(on)).byFirstDay
    return checkCustoms(given, {
      ...{ today: dayInColombo(clock()), entered, weeks },
      rateWarnings: (entry, rates) => checkManualRate(live.book, entry, rates),
    })
  }
  /** Whoever asks this process afterwards reads the rates with their days of effect. */
  const write = async <T>(act: (trx: Transaction) => Promise<T>): Promise<T> => {
    const done = await writeRates(db, live, act)
    await live.catchUpNow()
    return done
  }

  serve(app, contract.previewCustoms, async ({ body }) => {
    const { rows, missing, importable } = await checked(readDb, body)
    return { data: { rows: [...rows], counts: countVerdicts(rows), missing: [...missing], importable } }
  })

  serve(app, contract.importCustoms, async ({ body, request, reply, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    const reason = body.reason?.trim() ?? ''
    const done = await write((trx) =>
      once(trx, repeatable(request, writer.userId, writer.at), async () => {
        await lockRates(trx, writer.at, reason)
        const data = await commitCustoms(trx, await checked(trx, body), reason, writer)
        const message = customsImportText.entered(body.first_day, body.last_day)
        return { status: 201, body: { message, data } }
      }),
    )
    reply.code(done.status)
    return done.body as ResponseBody<typeof contract.importCustoms>
  })

  serve(app, contract.undoCustoms, async ({ params, request, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    const undone = await write(async (trx) => {
      await lockRates(trx, writer.at)
      return undoCustoms(trx, params.id, writer)
    })
    return undoneResponse(undone)
  })

  serve(app, contract.listCustomsImports, async () => ({ data: await readCustomsImports(readDb) }))
}
