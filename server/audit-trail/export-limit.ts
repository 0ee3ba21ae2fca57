import { sql, type Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { Database } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { waitInWords } from '../sign-in/wait-sentence.ts'

/** Each leaves an entry in the trail that nobody can take out again. */
export const EXPORTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

/** Lets each user have one export at a time from this process. */
export class RunningExports {
  readonly #users = new Set<number>()

  /** Starts an export with `begin`, and waits for the end of its stream before the next. Throws 429 while one runs. */
  async run(userId: number, begin: () => Promise<Readable>): Promise<Readable> {
    if (this.#users.has(userId))
      throw new ApiError(
        'too_many_requests',
        'Your last export is still running. Wait until it is complete.',
        {
          retryAfter: 5,
        },
      )
    this.#users.add(userId)
    const end = () => this.#users.delete(userId)
    try {
      return (await begin()).once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }
}

/**
 * Throws 429 where the entries of the last hour, the one that `trx` has just written included, hold more than 30 exports of
 * a user. Whoever writes an entry holds the end of the trail, so exports at once are counted one after the other.
 */
export async function refuseTooManyExports(
  trx: Transaction<Database>,
  userId: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ exports: number; oldest: Date }>`
    SELECT count(*) AS exports, min(created_at) AS oldest FROM audit_entry
    WHERE action = 'export audit trail' AND user_id = ${userId} AND created_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(
    trx,
  )
  const { exports, oldest } = rows[0] ?? { exports: 0, oldest: now }
  if (exports <= EXPORTS_PER_HOUR) return
  const wait = (oldest.getTime() + HOUR_MS - now.getTime()) / 1000
  throw new ApiError(
    'too_many_requests',
    `You have exported the audit trail ${EXPORTS_PER_HOUR} times within an hour. Try again in ${waitInWords(wait)}.`,
    { retryAfter: wait },
  )
}
