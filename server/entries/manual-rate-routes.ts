import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/entries.ts'
import { manualRateBodyFor, type ManualRateInput } from '../../contract/schema/entries.schema.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { toWire } from '../../domain/money.ts'
import type { RateWarningOutput } from '../../contract/schema/entries.schema.ts'
import { actorOf } from '../identity/actor.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { serve } from '../http/serve.ts'
import type { SignedIn } from '../identity/session.ts'
import { checkManualRate } from './check-manual-rate.ts'
import { once, repeatable } from '../http/idempotency.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { readManualRate, readRecentRates } from './manual-rate-queries.ts'
import type { RateBook } from '../rates/rate-book.ts'
import { deleteManualRate, recordManualRate, restoreManualRate, type Writer } from './record-manual-rate.ts'
import { writeRates } from '../rates/write-rates.ts'
import { entriesText } from '../text/en/entries.ts'

const PER_PAGE = 20

/** Entries by hand: list, enter, delete, restore. */
export function manualRateRoutes(
  app: FastifyInstance,
  deps: BaseDependencies & { readonly liveRateBook: LiveRateBook },
): void {
  const { db, readDb, clock, liveRateBook: live } = deps
  // The one rule that the contract leaves to whoever knows today.
  const body = manualRateBodyFor(() => dayInColombo(clock()))

  serve(app, contract.recentRates, async ({ querystring }) => {
    const { limit = PER_PAGE, page = 1, ...choice } = querystring
    // The connection first: 300 requests that wait for one with their queries built hold what the collector copies again
    // and again, and a tenth of what gets done.
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
      data: { warnings: checkManualRate(live.book, entry), replaces: replacedRate(live.book, entry) },
    }),
    { body },
  )

  serve(
    app,
    contract.recordManualRate,
    async ({ body: entry, request, reply, signedIn }) => {
      const writer = writerOf(request, signedIn, clock())
      const done = await writeRates(db, live, (trx) =>
        once(trx, repeatable(request, writer.userId, writer.at), async () => {
          const warnings = checkManualRate(live.book, entry)
          const { id, created } = await recordManualRate(trx, entry, writer, warned(warnings))
          const message = created ? entriesText.added : entriesText.updated
          const data = await readManualRate(trx, id, entry)
          return { status: created ? 201 : 200, body: { message, data, ...warned(warnings) } }
        }),
      )
      reply.code(done.status)
      return done.body as ResponseBody<typeof contract.recordManualRate>
    },
    { body },
  )
  removalRoutes(app, deps)
}

/** Taking an entry back, and bringing it back. */
function removalRoutes(
  app: FastifyInstance,
  { db, clock, liveRateBook: live }: BaseDependencies & { readonly liveRateBook: LiveRateBook },
): void {
  serve(app, contract.deleteManualRate, async ({ params, request, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    await writeRates(db, live, (trx) => deleteManualRate(trx, params.id, writer))
    return { message: entriesText.deleted }
  })

  serve(app, contract.restoreManualRate, async ({ params, request, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    const done = await writeRates(db, live, (trx) =>
      once(trx, repeatable(request, writer.userId, writer.at), async () => {
        await restoreManualRate(trx, params.id, writer)
        const data = await readManualRate(trx, params.id)
        return { status: 200, body: { message: entriesText.restored, data } }
      }),
    )
    return done.body as ResponseBody<typeof contract.restoreManualRate>
  })
}

const warned = (warnings: readonly RateWarningOutput[]) => (warnings.length > 0 ? { warnings } : {})

/** The rate of the live entry that this one would replace. */
function replacedRate(book: RateBook, entry: ManualRateInput): number | null {
  const rate = book.rateFrom(entry, entry.date, 'manual')
  return rate === undefined ? null : toWire(rate)
}

/** Who writes, as entry and audit trail keep it. */
export function writerOf(request: FastifyRequest, signedIn: SignedIn, at: Date): Writer {
  return { actor: actorOf(request), userId: signedIn.user.id, at }
}
