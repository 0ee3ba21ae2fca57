import { sql, type Transaction } from 'kysely'
import {
  CODE_LIFE_SECONDS,
  LETTERS_PER_HOUR,
  LETTER_PAUSE_SECONDS,
  TRIES_PER_CODE,
} from '../../domain/sign-in-code.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Database } from '../database/schema.ts'

/**
 * What becomes of the wish for a letter. `kept`: the last letter is young and its code good, so it stands; `early`: it is young but
 * used up; `full`: the hour's letters are spent.
 */
export type LetterVerdict = 'sent' | 'kept' | 'early' | 'full'

export interface LetterDecision {
  readonly verdict: LetterVerdict
  /** Seconds for which the newest code is good. */
  readonly expiresIn: number
  /** Seconds until the next letter may be asked for. */
  readonly resendIn: number
}

export interface NewSecrets {
  readonly codeHash: Buffer
  readonly linkHash: Buffer
}

/**
 * Decides whether a letter may go to a person now and, if so, makes its code and link the only good ones. One statement holds
 * the person's row, so the limits stand however many ask at once. A new code starts with new tries, but resets no
 * failure of the address. Throws where the person has no row, which registration makes.
 */
export async function issueCode(
  trx: Transaction<Database>,
  userId: number,
  secrets: NewSecrets,
  now: Date,
): Promise<LetterDecision> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
  const { rows } = await sql<{ verdict: LetterVerdict; letters: Date[]; expires_at: Date }>`
    WITH recent AS (
      SELECT *, ARRAY(SELECT at FROM unnest(c.letters) AS at
          WHERE at > ${before(3600)} AND at <= ${before(-CLOCK_STEP_SECONDS)}) AS kept_letters
      FROM sign_in_code c WHERE c.user_id = ${userId} FOR UPDATE
    ), held AS (
      SELECT user_id, kept_letters, expires_at,
        CASE
          WHEN kept_letters[cardinality(kept_letters)] > ${before(LETTER_PAUSE_SECONDS)} THEN
            CASE WHEN code_hash IS NOT NULL AND tries < ${TRIES_PER_CODE} AND expires_at > ${now}
              THEN 'kept' ELSE 'early' END
          WHEN cardinality(kept_letters) >= ${LETTERS_PER_HOUR} THEN 'full'
          ELSE 'sent'
        END AS verdict
      FROM recent
    ), issued AS (
      UPDATE sign_in_code c SET code_hash = ${secrets.codeHash}, link_hash = ${secrets.linkHash}, tries = 0,
        expires_at = ${expiresAt}, letters = kept_letters || ${now}::timestamptz
      FROM held WHERE c.user_id = held.user_id AND verdict = 'sent'
      RETURNING c.user_id, c.letters, c.expires_at
    )
    SELECT verdict, coalesce(issued.letters, kept_letters) AS letters,
      coalesce(issued.expires_at, held.expires_at) AS expires_at
    FROM held LEFT JOIN issued ON issued.user_id = held.user_id`.execute(trx)
  const row = rows[0]
  if (!row) throw new Error(`No sign-in row for person ${userId}`)
  return {
    verdict: row.verdict,
    expiresIn: secondsUntil(row.expires_at.getTime(), now),
    resendIn: secondsUntil(nextLetterAt(row.letters), now),
  }
}

/** When another letter may go: a minute after the last one, and an hour after the fifth last. */
function nextLetterAt(letters: readonly Date[]): number {
  const last = letters.at(-1)?.getTime() ?? 0
  const fifthLast = letters.at(-LETTERS_PER_HOUR)?.getTime() ?? -3_600_000
  return Math.max(last + LETTER_PAUSE_SECONDS * 1000, fifthLast + 3_600_000)
}

function secondsUntil(instant: number, now: Date): number {
  return Math.max(0, Math.ceil((instant - now.getTime()) / 1000))
}
