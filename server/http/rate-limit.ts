import { sql } from 'kysely'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Db } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/**
 * Calls in any 60 seconds from one client address, which a whole office shares; spreadsheets of one
 * user.
 */
export const CALLS_PER_MINUTE = { 'sign-in': 60, write: 600, file: 20 } as const
type Kind = keyof typeof CALLS_PER_MINUTE

/**
 * Counts a call of a client address or user, or throws a 429 with the wait. The instants of the
 * last minute are in the database, so the limit holds over several servers. A call that this
 * refuses is not counted; one that is refused for anything else is.
 */
export async function countCall(db: Db, kind: Kind, address: string, now: Date): Promise<void> {
  const most = CALLS_PER_MINUTE[kind]
  const since = new Date(now.getTime() - 60_000)
  const until = new Date(now.getTime() + CLOCK_STEP_SECONDS * 1000)
  const counted = await sql`
    INSERT INTO recent_calls AS r (kind, address, calls) VALUES (${kind}, ${address},
    ARRAY[${now}::timestamptz])
    ON CONFLICT (kind, address) DO UPDATE
      SET calls = ARRAY(SELECT at FROM unnest(r.calls) AS at WHERE at > ${since} AND at <= ${until})
      || ${now}::timestamptz
      WHERE (SELECT count(*) FROM unnest(r.calls) AS at WHERE at > ${since} AND at <= ${until}) <
      ${most}
    RETURNING 1`.execute(db)
  if (counted.rows.length > 0) return
  const { rows } = await sql<{ free_at: Date | null }>`
    SELECT min(at) + interval '60 s' AS free_at
    FROM recent_calls, unnest(calls) AS at
    WHERE kind = ${kind} AND address = ${address} AND at > ${since} AND at <= ${until}`.execute(db)
  const wait = ((rows[0]?.free_at ?? now).getTime() - now.getTime()) / 1000
  throw new ApiError(
    'too_many_requests',
    t.httpText.tooManyCalls({ kind, wait: waitInWords(wait) }),
    { retryAfter: wait },
  )
}
