import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Answer } from '../../contract/endpoint.ts'
import * as contract from '../../contract/manual-rate.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { actorOf } from '../actor.ts'
import type { Database } from '../database/schema.ts'
import type { AppDependencies } from '../dependencies.ts'
import { serve } from '../http/serve.ts'
import type { SignedIn } from '../sign-in/session.ts'
import { once, repeatable, type Done } from './idempotency.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import { readManualRate, readRecentRates } from './manual-rate-queries.ts'
import { newestVersion } from './read-rate-book.ts'
import { deleteManualRate, recordManualRate, restoreManualRate, type Writer } from './record-manual-rate.ts'

const PER_PAGE = 20

/** Entries by hand: list, enter, delete, restore. */
export function manualRateRoutes(app: FastifyInstance, deps: AppDependencies, live: LiveRateBook): void {
  const { db, clock } = deps

  /** One transaction, after which whoever asks this process reads what was written. */
  const write = async (act: (trx: Transaction<Database>) => Promise<Done>): Promise<Done> => {
    const { done, version } = await db
      .transaction()
      .execute(async (trx) => ({ done: await act(trx), version: await newestVersion(trx) }))
    await live.reaches(version)
    return done
  }

  serve(app, contract.recentRates, async ({ querystring }) => {
    const limit = querystring.limit ?? PER_PAGE
    const page = querystring.page ?? 1
    const { entries, total } = await readRecentRates(db, { page, limit })
    return {
      data: entries,
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / limit)),
      per_page: limit,
      total,
    }
  })

  serve(app, withEntryWindow(clock), async ({ body, request, reply, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    const done = await write((trx) =>
      once(trx, repeatable(request, writer.userId, writer.at), async () => {
        const { id, created } = await recordManualRate(trx, body, writer)
        const message = `Exchange rate ${created ? 'added' : 'updated'} successfully`
        return { status: created ? 201 : 200, body: { message, data: await readManualRate(trx, id) } }
      }),
    )
    reply.code(done.status)
    return done.body as Answer<typeof contract.recordManualRate>
  })

  serve(app, contract.deleteManualRate, async ({ params, request, signedIn }) => {
    await write(async (trx) => {
      await deleteManualRate(trx, params.id, writerOf(request, signedIn, clock()))
      return { status: 200, body: null }
    })
    return { message: 'Exchange rate deleted successfully' }
  })

  serve(app, contract.restoreManualRate, async ({ params, request, signedIn }) => {
    const writer = writerOf(request, signedIn, clock())
    const done = await write((trx) =>
      once(trx, repeatable(request, writer.userId, writer.at), async () => {
        await restoreManualRate(trx, params.id, writer)
        const data = await readManualRate(trx, params.id)
        return { status: 200, body: { message: 'Exchange rate restored successfully', data } }
      }),
    )
    return done.body as Answer<typeof contract.restoreManualRate>
  })
}

/** The endpoint with the one rule that the contract leaves to whoever knows today. */
function withEntryWindow(clock: AppDependencies['clock']): typeof contract.recordManualRate {
  const { schema, ...rest } = contract.recordManualRate
  return {
    ...rest,
    schema: { ...schema, body: contract.manualRateBodyFor(() => dayInColombo(clock())) },
  }
}

/** Who writes, as entry and audit trail keep it. */
export function writerOf(request: FastifyRequest, signedIn: SignedIn, at: Date): Writer {
  return { actor: actorOf(request), userId: signedIn.user.id, at }
}
