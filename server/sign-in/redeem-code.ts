import { sql } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import {
  FAILURES_IN_A_ROW,
  FAILURES_PER_HOUR,
  PAUSE_AFTER_FAILURES_SECONDS,
  TRIES_PER_CODE,
} from '../../domain/identity/sign-in-code.ts'
import type { Transaction } from '../database/schema.ts'

/**
 * How a try with a code ended. `none`: there is no code that could be right (unknown, used, or 5
 * times wrong).
 */
export type CodeCheck = 'right' | 'wrong' | 'none' | 'expired' | 'paused' | 'stopped'

export interface Try {
  readonly result: CodeCheck
  /** Whose code it was; null for an address that is not registered. */
  readonly user: User | null
  readonly triesLeft: number
  /** Seconds for which codes are not taken; 0 where they are. */
  readonly pausedFor: number
}

interface TryRow extends User {
  readonly result: CodeCheck
  readonly tries: number
  readonly paused_until: Date | null
}

const NOBODY: Try = { result: 'none', user: null, triesLeft: 0, pausedFor: 0 }

/**
 * Decides a try. One statement locks the user's row, then the code's, counts and compares, so 50
 * right codes at once are one sign-in and 200 wrong ones count 5. Keyed hashes are compared, so
 * timing reveals nothing. The caller commits also a wrong try, so that it counts.
 */
export async function tryCode(
  trx: Transaction,
  email: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<Try> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const pauseEnd = new Date(now.getTime() + PAUSE_AFTER_FAILURES_SECONDS * 1000)
  const { rows } = await sql<TryRow>`
    WITH held AS (
      SELECT u.id, u.name, u.email, c.tries, c.paused_until,
        ARRAY(SELECT at FROM unnest(c.failures) AS at WHERE at > ${hourAgo}) AS failures,
        CASE
          WHEN c.failures_in_a_row >= ${FAILURES_IN_A_ROW} THEN 'stopped'
          WHEN c.paused_until > ${now} THEN 'paused'
          WHEN c.code_hash IS NULL OR c.tries >= ${TRIES_PER_CODE} THEN 'none'
          WHEN c.expires_at <= ${now} THEN 'expired'
          WHEN c.code_hash = ANY(${hashes}::bytea[]) THEN 'right'
          ELSE 'wrong'
        END AS result
      FROM sign_in_code c JOIN app_user u ON u.id = c.user_id
      WHERE u.email = ${email} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    ), counted AS (
      UPDATE sign_in_code c SET
        tries = CASE result WHEN 'wrong' THEN held.tries + 1 ELSE 0 END,
        failures = CASE result WHEN 'wrong' THEN held.failures || ${now}::timestamptz ELSE
        held.failures END,
        failures_in_a_row = CASE result WHEN 'wrong' THEN c.failures_in_a_row + 1 ELSE 0 END,
        paused_until = CASE WHEN result = 'wrong' AND cardinality(held.failures) + 1 >=
        ${FAILURES_PER_HOUR}
          THEN ${pauseEnd}::timestamptz ELSE c.paused_until END,
        code_hash = CASE result WHEN 'wrong' THEN c.code_hash END,
        link_hash = CASE result WHEN 'wrong' THEN c.link_hash END
      FROM held
      WHERE c.user_id = held.id AND result IN ('right', 'wrong')
      RETURNING c.user_id, c.tries, c.paused_until
    )
    SELECT held.id, name, email, result, coalesce(counted.tries, held.tries) AS tries,
      coalesce(counted.paused_until, held.paused_until) AS paused_until
    FROM held LEFT JOIN counted ON counted.user_id = held.id`.execute(trx)
  const row = rows[0]
  if (!row) return NOBODY
  const { result, tries, paused_until: paused, ...user } = row
  return {
    result,
    user,
    triesLeft: result === 'wrong' ? TRIES_PER_CODE - tries : 0,
    pausedFor: Math.max(0, ((paused?.getTime() ?? 0) - now.getTime()) / 1000),
  }
}

/**
 * Uses an email's link up, with its code; gives whose it was, or null. It works also where wrong
 * codes have stopped codes: nobody guesses 256 bits.
 */
export async function redeemLinkHash(
  trx: Transaction,
  hash: Buffer,
  now: Date,
): Promise<User | null> {
  const { rows } = await sql<User>`
    WITH held AS (
      SELECT u.id, u.name, u.email FROM sign_in_code c JOIN app_user u ON u.id = c.user_id
      WHERE c.link_hash = ${hash} AND c.expires_at > ${now} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    )
    UPDATE sign_in_code c SET code_hash = NULL, link_hash = NULL, tries = 0, failures_in_a_row = 0
    FROM held WHERE c.user_id = held.id
    RETURNING held.id, held.name, held.email`.execute(trx)
  return rows[0] ?? null
}
