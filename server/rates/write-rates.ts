import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { once, repeatable } from '../http/idempotency.ts'
import { readActor, type Act, type SignedIn } from '../identity/actor.ts'
import { lockAccess } from '../identity/lock-access.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import type { RateDependencies } from '../deps.ts'
import { t } from '../../text/sentences.ts'

/** Runs a change of rates in one transaction, after which reads from this process include it. */
async function writeRates<T>(
  db: Db,
  live: LiveRateBook,
  act: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { done, version } = await db
    .transaction()
    .execute(async (trx) => ({ done: await act(trx), version: await newestVersion(trx) }))
  await live.waitFor(version)
  return done
}

/** Removes the bundled sample. Returns if there was any. */
export async function removeSample(trx: Transaction): Promise<boolean> {
  const sample = await trx
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date'])
    .where('source', '=', 'sample')
    .where('ended', 'is', null)
    .orderBy('version')
    .execute()
  if (sample.length === 0) return false
  const gone = { source: 'sample', rate: null } as const
  await recordChanges(
    trx,
    sample.map((day) => ({ ...day, ...gone })),
  )
  return true
}

/** Waiting for the lock of the rates took too long: 503. Nothing was changed. */
class RatesLocked extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', t.ratesText.beingChanged, { retryAfter: 2, cause })
  }
}

/** SQLSTATE `query_canceled` (PostgreSQL 18, appendix A). */
const STATEMENT_TIMEOUT = '57014'

/**
 * Makes this transaction the only one that changes facts. Call it before locking any row, against
 * deadlocks. Throws RatesLocked if waiting takes too long.
 */
export async function lockFacts(trx: Transaction): Promise<void> {
  await sql`SELECT lock_facts()`.execute(trx).catch((cause: unknown) => {
    const waited = cause instanceof Error && 'code' in cause && cause.code === STATEMENT_TIMEOUT
    throw waited ? new RatesLocked(cause) : cause
  })
}

/**
 * A change tries this long to get the lock of the facts, each time in a new transaction: 7 s with
 * the last try, and a screen waits for 10.
 */
const TRIES_FOR_MS = 5400

/** One change at a time tries again, because more would keep connections that others need. */
const turns = pLimit(1)

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: SignedIn
}

/**
 * Runs changes of facts for signed-in users, each in a transaction, after which this process reads
 * them. `act` runs under the lock of the facts. Throws 401 unless the user is still signed in.
 */
export function changeRates({
  db,
  clock,
  liveRateBook: live,
}: Pick<RateDependencies, 'db' | 'clock' | 'liveRateBook'>) {
  // Read the clock when the entry is written, after waiting for the lock.
  const writerOf = ({ request }: Call): Act => ({
    actor: readActor(request),
    get at() {
      return clock()
    },
  })
  const locked = <T>({ signedIn }: Call, act: (trx: Transaction) => Promise<T>): Promise<T> =>
    tryAgain(() =>
      writeRates(db, live, async (trx) => {
        await lockFacts(trx)
        await lockAccess(trx, signedIn)
        return act(trx)
      }),
    )
  return {
    write: <T>(call: Call, act: (trx: Transaction, writer: Act) => Promise<T>): Promise<T> => {
      const writer = writerOf(call)
      return locked(call, (trx) => act(trx, writer))
    },
    /** Makes a change once for the request's `Idempotency-Key`; a repeat gets the first answer. */
    writeOnce: async <Body>(
      call: Call,
      act: (trx: Transaction, writer: Act) => Promise<{ status: 200 | 201; body: Body }>,
    ): Promise<Body> => {
      const writer = writerOf(call)
      const repeat = repeatable(call.request, call.signedIn.user.id, writer.at)
      // The key's row locks the user's row: before the other locks, ending access would wait too.
      const done = await locked(call, (trx) => once(trx, repeat, () => act(trx, writer)))
      call.reply.code(done.status)
      return done.body as Body
    },
  }
}

/** Repeats a change while the facts are locked. */
function tryAgain<T>(change: () => Promise<T>): Promise<T> {
  const end = performance.now() + TRIES_FOR_MS
  const endsWith = (error: unknown) => !(error instanceof RatesLocked) || performance.now() > end
  const again = async (error: unknown): Promise<T> => {
    if (endsWith(error)) throw error
    return turns(() => (endsWith(error) ? Promise.reject(error as Error) : change())).catch(again)
  }
  return change().catch(again)
}
