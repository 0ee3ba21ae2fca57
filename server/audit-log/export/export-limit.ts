import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { AuditAction } from '../../../contract/audit-log.ts'
import type { Transaction } from '../../database/schema.ts'
import { ApiError } from '../../errors.ts'
import { waitInWords } from '../../text/wait-in-words.ts'
import { t } from '../../../text/sentences.ts'

/** Each leaves an entry in the trail that nobody can take out again. */
export const EXPORTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

/** Lets each user have one export at a time from this process. */
export class RunningExports {
  /** By user; null until it streams. */
  readonly #files = new Map<number, Readable | null>()

  /** Starts an export with `begin`, one at a time. Throws 429 while one runs. */
  async run(userId: number, begin: () => Promise<Readable>): Promise<Readable> {
    if (this.#files.has(userId))
      throw new ApiError('too_many_requests', t.auditLogText.exportRunning, { retryAfter: 5 })
    this.#files.set(userId, null)
    const end = () => this.#files.delete(userId)
    try {
      const file = (await begin()).once('close', end)
      this.#files.set(userId, file)
      return file
    } catch (error) {
      end()
      throw error
    }
  }

  /**
   * Waits `graceMs` for what is running, then cuts it off: a large file must not keep the server
   * from ending.
   */
  async end(graceMs: number): Promise<void> {
    const files = [...this.#files.values()].filter((file) => file !== null)
    const closed = Promise.all(files.map((file) => finished(file).catch(() => undefined)))
    await Promise.race([closed, pause(graceMs, undefined, { ref: false })])
    for (const file of files) file.destroy()
  }
}

type ExportAction = Extract<AuditAction, `export ${string}`>

/**
 * Throws 429 above 30 exports of a kind in an hour, the one just recorded included. Recording holds
 * the end of the trail, so exports at once are counted in turn.
 */
export async function refuseTooManyExports(
  trx: Transaction,
  action: ExportAction,
  userId: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ exports: number; oldest: Date }>`
    SELECT count(*) AS exports, min(created_at) AS oldest FROM audit_entry
    WHERE action = ${action} AND user_id = ${userId} AND created_at >
    ${new Date(now.getTime() - HOUR_MS)}`.execute(trx)
  const { exports, oldest } = rows[0] ?? { exports: 0, oldest: now }
  if (exports <= EXPORTS_PER_HOUR) return
  const wait = (oldest.getTime() + HOUR_MS - now.getTime()) / 1000
  throw new ApiError(
    'too_many_requests',
    t.auditLogText.tooManyExports({
      isOwn: action === 'export account',
      most: EXPORTS_PER_HOUR,
      wait: waitInWords(wait),
    }),
    { retryAfter: wait },
  )
}
