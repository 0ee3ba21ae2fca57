import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, invalid } from '../errors.ts'
import { RETENTION_DAYS } from '../identity/retention.ts'
import { t } from '../../text/sentences.ts'

interface Repeatable {
  readonly userId: number
  /** Undefined if the client sent none. */
  readonly key: string | undefined
  /** SHA-256 of method, URL and body: the same key for another request is refused. */
  readonly fingerprint: Buffer
  readonly at: Date
}

export interface Done {
  readonly status: 200 | 201
  readonly body: unknown
}

const KEY_HEADER = 'idempotency-key'

/** Reads the `Idempotency-Key` header. Throws 400 for a key that is empty, long or not printable. */
export function repeatable(request: FastifyRequest, userId: number, at: Date): Repeatable {
  const given = request.headers[KEY_HEADER]
  const key = typeof given === 'string' ? given : undefined
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': [t.httpText.idempotencyKey] })
  }
  const content = JSON.stringify([request.method, request.url, request.body])
  return { userId, key, fingerprint: createHash('sha256').update(content).digest(), at }
}

/**
 * Runs `act` once for a key and returns the first response to a repeat. Simultaneous repeats wait on
 * the key's row, which also locks the user's row: take the locks of `act` before.
 */
export async function once(
  trx: Transaction,
  { userId, key, fingerprint, at }: Repeatable,
  act: () => Promise<Done>,
): Promise<Done> {
  if (key === undefined) return act()
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ user_id: userId, key, fingerprint, status: null, body: null, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 0n) return firstResponse(trx, userId, key, fingerprint)
  const done = await act()
  await trx
    .updateTable('idempotency_key')
    .set({ status: done.status, body: JSON.stringify(done.body) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return done
}

const KEPT_MS = RETENTION_DAYS.response * 86_400_000

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}

async function firstResponse(
  trx: Transaction,
  userId: number,
  key: string,
  fingerprint: Buffer,
): Promise<Done> {
  const first = await trx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.fingerprint.equals(fingerprint)) {
    throw new ApiError('conflict', t.httpText.idempotencyKeyUsed)
  }
  return {
    status: first.status === 201 ? 201 : 200,
    body: JSON.parse(first.body ?? 'null') as unknown,
  }
}
