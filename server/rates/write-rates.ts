import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Series, RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { LIVE_FACTS, newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, invalid } from '../errors.ts'
import { readActor, type Act, type SignedIn } from '../identity/actor.ts'
import { lockAccess } from '../identity/lock-access.ts'
import { DoubtfulRates, recordRefusal } from './doubtful-rates.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import type { RateContext } from './rate-context.ts'

/** Later reads from this process include the change. */
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

/** Returns false if there was none. */
export async function removeSample(trx: Transaction): Promise<boolean> {
  const { rows: sample } = await sql<Series & { date: CalendarDate }>`
    SELECT currency, kind, date FROM ${LIVE_FACTS} live
    WHERE source = 'sample' ORDER BY version`.execute(trx)
  if (sample.length === 0) return false
  const gone = { source: 'sample', rate: null } as const
  await recordChanges(
    trx,
    sample.map((day) => ({ ...day, ...gone })),
  )
  return true
}

class RatesLocked extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', t.ratesText.beingChanged, { retryAfter: 2, cause })
  }
}

/** SQLSTATE `query_canceled`. */
const STATEMENT_TIMEOUT = '57014'

/** Call it before locking any row, against deadlocks. Throws RatesLocked. */
export async function lockFacts(trx: Transaction): Promise<void> {
  await sql`SELECT public.lock_facts()`.execute(trx).catch((cause: unknown) => {
    const waited = cause instanceof Error && 'code' in cause && cause.code === STATEMENT_TIMEOUT
    throw waited ? new RatesLocked(cause) : cause
  })
}

/** Since the request arrived: 7.2 s with the last try. A screen waits for 10. */
const TRIES_FOR_MS = 6000

/** Also since the request arrived: the last moment for a statement of `longDb`. */
const LONG_ENDS_MS = 9000
const LOCK_WAIT_MS = 1800

const limitStatements = (trx: Transaction, ms: number) =>
  sql`SELECT set_config('statement_timeout', ${String(Math.max(1, Math.ceil(ms)))}, true)`.execute(
    trx,
  )

/** More would keep connections that others need. */
const turns = pLimit(1)

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: SignedIn
}

/** `act` runs under the lock of the facts. Throws 401 unless the user is still signed in. */
export function changeRates(
  { db: usualDb, longDb, clock, liveRateBook: live }: RateContext,
  isLong = false,
) {
  const db = isLong ? longDb : usualDb
  // Read the clock when the entry is written, after waiting for the lock.
  const writerOf = ({ request }: Call): Act => ({
    actor: readActor(request),
    get at() {
      return clock()
    },
  })
  const locked = async <T>(call: Call, act: (trx: Transaction) => Promise<T>): Promise<T> => {
    const { reply, signedIn } = call
    try {
      return await tryAgain(reply, () =>
        writeRates(db, live, async (trx) => {
          if (isLong) await limitStatements(trx, LOCK_WAIT_MS)
          await lockFacts(trx)
          if (isLong) await limitStatements(trx, LONG_ENDS_MS - reply.elapsedTime)
          await lockAccess(trx, signedIn)
          return actWithinToken(trx, signedIn, () => act(trx))
        }),
      )
    } catch (error) {
      if (error instanceof DoubtfulRates) {
        const refused = error
        await db.transaction().execute((trx) => recordRefusal(trx, refused, writerOf(call)))
      }
      throw error
    }
  }
  return {
    write: <T>(call: Call, act: (trx: Transaction, writer: Act) => Promise<T>): Promise<T> => {
      const writer = writerOf(call)
      return locked(call, (trx) => act(trx, writer))
    },
    /** A repeat with the same `Idempotency-Key` gets the first response. */
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

function tryAgain<T>(reply: FastifyReply, change: () => Promise<T>): Promise<T> {
  const endsWith = (error: unknown) =>
    !(error instanceof RatesLocked) || reply.elapsedTime > TRIES_FOR_MS
  const again = async (error: unknown): Promise<T> => {
    if (endsWith(error)) throw error
    return turns(() => (endsWith(error) ? Promise.reject(error as Error) : change())).catch(again)
  }
  return change().catch(again)
}

interface Repeatable {
  readonly userId: number
  readonly key: string | undefined
  /** SHA-256 of method, URL and body. */
  readonly fingerprint: Buffer
  readonly at: Date
}

interface Done {
  readonly status: 200 | 201
  readonly body: unknown
}

const KEY_HEADER = 'idempotency-key'

/** Throws 400 for a key that is empty, long or not printable. */
function repeatable(request: FastifyRequest, userId: number, at: Date): Repeatable {
  const given = request.headers[KEY_HEADER]
  const key = typeof given === 'string' ? given : undefined
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': [t.httpText.idempotencyKey] })
  }
  const content = JSON.stringify([request.method, request.url, request.body])
  return { userId, key, fingerprint: createHash('sha256').update(content).digest(), at }
}

/**
 * Repeats wait on the key's row, which also locks the user's row: take the locks of `act` before.
 */
async function once(
  trx: Transaction,
  { userId, key, fingerprint, at }: Repeatable,
  act: () => Promise<Done>,
): Promise<Done> {
  if (key === undefined) return act()
  const claimed = await sql`
    INSERT INTO public.idempotency_key (user_id, key, fingerprint, created_at)
    VALUES (${userId}, ${key}, ${fingerprint}, ${at})
    ON CONFLICT (user_id, key) DO NOTHING`.execute(trx)
  if (claimed.numAffectedRows === 0n) return firstResponse(trx, userId, key, fingerprint)
  const done = await act()
  await sql`
    UPDATE public.idempotency_key SET status = ${done.status}, body = ${JSON.stringify(done.body)}
    WHERE user_id = ${userId} AND key = ${key}`.execute(trx)
  return done
}

async function firstResponse(
  trx: Transaction,
  userId: number,
  key: string,
  fingerprint: Buffer,
): Promise<Done> {
  const { rows } = await sql<{ fingerprint: Buffer; status: number | null; body: string | null }>`
    SELECT fingerprint, status, body FROM public.idempotency_key
    WHERE user_id = ${userId} AND key = ${key}`.execute(trx)
  const first = rows[0]
  if (!first) throw new Error('The key was forgotten during its request')
  if (!first.fingerprint.equals(fingerprint)) {
    throw new ApiError('conflict', t.httpText.idempotencyKeyUsed)
  }
  return {
    status: first.status === 201 ? 201 : 200,
    body: JSON.parse(first.body ?? 'null') as unknown,
  }
}

/** The main series among the publishers of a token. */
const MAIN = 'main'

/**
 * Runs `act`. Throws 403 if a limited token changed other rates than its own by it, or anything but
 * rates. Reads the recorded changes, so that each way to write is covered: entries, imports, undoing.
 */
export async function actWithinToken<T>(
  trx: Transaction,
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  act: () => Promise<T>,
): Promise<T> {
  const { publishers = [], kinds = [] } = accessToken ?? {}
  if (publishers.length === 0 && kinds.length === 0) return act()
  const before = await newestVersion(trx)
  const done = await act()
  const { rows } = await sql<{ subject: string; kind: RateKind | null; publisher: string }>`
    SELECT DISTINCT subject, coalesce(bank, ${MAIN}) AS publisher,
      CASE subject WHEN 'customs schedule' THEN 'customs' ELSE kind END AS kind
    FROM public.change WHERE version > ${before} AND source IS DISTINCT FROM 'sample'`.execute(trx)
  const isOutside = rows.some(
    ({ subject, kind, publisher }) =>
      !['rate', 'customs schedule'].includes(subject) ||
      (kinds.length > 0 && !kinds.some((each) => each === kind)) ||
      (publishers.length > 0 && !publishers.includes(publisher)),
  )
  if (!isOutside) return done
  const all = t.accessTokensText.all
  throw new ApiError(
    'forbidden',
    t.accessTokensText.outside({
      publishers: publishers.join(', ') || all,
      kinds: kinds.join(', ') || all,
    }),
  )
}
