import { sql } from 'kysely'
import type { AuditAction } from '../../contract/schema/audit-log.schema.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Actor } from '../identity/actor.ts'
import type { Transaction } from '../database/schema.ts'
import { sentence } from './audit-sentence.ts'

/** Something that was done. */
export interface Action {
  readonly action: AuditAction
  /**
   * One sentence for a reader: what was done to what, from what to what. `{user}` stands for the acting user's address,
   * any other `{name}` for personal text in `personal`, such as another user's address or what someone typed.
   */
  readonly description: string
  readonly personal?: Readonly<Record<string, string>>
  readonly actor: Actor
  readonly at: Date
  readonly currency?: Currency
  /** What changed (`from`, `to`) and what else explains it. Never a code or a token, and nothing personal. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** More of it that is personal, and goes when the acting user is erased. Another's address must also be in `personal`. */
  readonly personalMetadata?: Readonly<Record<string, unknown>>
}

/**
 * Appends an act to the audit trail, within the transaction of the act itself: they stand or fall together. Call it
 * last, because it holds the end of the chain until the transaction ends. Gives the entry's number.
 */
export async function recordAuditEntry(trx: Transaction, act: Action): Promise<number> {
  const { actor } = act
  const { chained, shown } = sentence(act.description, actor.email, act.personal)
  const metadata = JSON.stringify({
    ...(actor.name !== undefined && { actor: actor.name }),
    ...act.metadata,
    ...(actor.requestId !== null && { request_id: actor.requestId }),
  })
  const personal = {
    ...act.personalMetadata,
    ...(actor.device !== null && { device: actor.device }),
    ...(actor.accessToken !== undefined && { access_token: actor.accessToken }),
  }
  const personalMetadata = Object.keys(personal).length === 0 ? null : JSON.stringify(personal)
  const result = await sql<{ id: number }>`
    SELECT append_audit_entry(${act.action}, ${chained}, ${act.at}, ${actor.userId}, ${actor.email},
      ${actor.ip}, ${act.currency ?? null}, ${metadata}, ${shown}, ${personalMetadata}) AS id`.execute(trx)
  const id = result.rows[0]?.id
  if (id === undefined) throw new Error('The audit trail gave no number')
  return id
}
