import { sql } from 'kysely'
import {
  CODE_LIFE_SECONDS,
  EMAIL_PAUSE_SECONDS,
  TRIES_PER_CODE,
} from '../../domain/identity/sign-in-code.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Transaction } from '../database/schema.ts'
import type { newSignInSecrets } from '../identity/secrets.ts'
import { readBudget, secondsUntilFree, takeFromBudget } from '../email/email-budget-queries.ts'
import { EMAIL_LIMITS, type RequesterBudget } from './email-budgets.ts'

/**
 * What becomes of a requested email. `kept`: the last is young and its code good; `early`: young
 * but used up; `full`: the hour's emails are spent; `ceiling`: those of all strangers are.
 */
export type EmailOutcome = 'sent' | 'kept' | 'early' | 'full' | 'ceiling'

export interface EmailDecision {
  readonly result: EmailOutcome
  /** Seconds for which the newest code is good; 0 where it is used up. */
  readonly expiresIn: number
  /** Seconds until the next email may be asked for. */
  readonly resendIn: number
}

/** What the user's row says; taken with its lock, which is held until the transaction ends. */
interface LockedCode {
  readonly good: boolean
  readonly expires_at: Date | null
}

/** Locks what decides about a user's codes; made where there is none yet. */
export async function lockCode(trx: Transaction, userId: number, now: Date): Promise<LockedCode> {
  // Later than any code of now: it was made before the clock was put back.
  const latest = new Date(now.getTime() + (CODE_LIFE_SECONDS + CLOCK_STEP_SECONDS) * 1000)
  const { rows } = await sql<LockedCode>`
    INSERT INTO sign_in_code AS c (user_id) VALUES (${userId})
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
    RETURNING expires_at, coalesce(code_hash IS NOT NULL AND tries < ${TRIES_PER_CODE} AND
    expires_at > ${now}
      AND expires_at <= ${latest}, false) AS good`.execute(trx)
  if (!rows[0]) throw new Error(`No sign-in row for user ${userId}`)
  return rows[0]
}

/**
 * Decides whether an email may go to a user now and makes its code and link the only good ones. The
 * caller holds the user's row. A new code has new tries, but resets no failure of the address. A
 * refusal must be rolled back, so as not to count.
 */
export async function issueCode(
  trx: Transaction,
  { userId, held }: { userId: number; held: LockedCode },
  budget: RequesterBudget,
  secrets: ReturnType<typeof newSignInSecrets>['hashes'],
  now: Date,
): Promise<EmailDecision> {
  const { bucket, key, strangers } = budget
  const expiresIn = held.good ? secondsUntil(held.expires_at, now) : 0
  // Whoever requested it: the code is on its way to the same mailbox.
  if (expiresIn > CODE_LIFE_SECONDS - EMAIL_PAUSE_SECONDS) {
    const free = secondsUntilFree(await readBudget(trx, bucket, key, now), EMAIL_LIMITS, now)
    const resendIn = Math.max(free, expiresIn - CODE_LIFE_SECONDS + EMAIL_PAUSE_SECONDS)
    return { result: 'kept', expiresIn, resendIn }
  }
  const { taken, used } = await takeFromBudget(trx, bucket, key, EMAIL_LIMITS, now)
  const resendIn = secondsUntilFree(used, EMAIL_LIMITS, now)
  if (!taken) {
    const young = (used.at(-1)?.getTime() ?? 0) > now.getTime() - EMAIL_PAUSE_SECONDS * 1000
    return { result: young ? 'early' : 'full', expiresIn, resendIn }
  }
  if (strangers) {
    const all = await takeFromBudget(trx, 'strangers', '', strangers, now)
    if (!all.taken)
      return { result: 'ceiling', expiresIn, resendIn: secondsUntilFree(all.used, strangers, now) }
  }
  const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
  await sql`UPDATE sign_in_code SET code_hash = ${secrets.codeHash}, link_hash =
    ${secrets.linkHash}, tries = 0,
    expires_at = ${expiresAt} WHERE user_id = ${userId}`.execute(trx)
  return { result: 'sent', expiresIn: CODE_LIFE_SECONDS, resendIn }
}

function secondsUntil(instant: Date | null, now: Date): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000))
}
