import { sql } from 'kysely'
import type { AuditAction } from '../../contract/audit-log.ts'
import type { Act } from '../identity/actor.ts'
import type { Transaction } from '../database/schema.ts'
import { sentence } from './audit-sentence.ts'

interface Details {
  /** Fills the sentence's places other than `[user]`. */
  readonly personal?: Readonly<Record<string, string>>
  /** What explains it beside its changes. Never a code or token, nothing personal. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Of it what the user typed, such as a reason; each under a commitment of its own. */
  readonly texts?: Readonly<Record<string, string>>
  /**
   * More that is personal, and goes with the acting user. Another's address must also be in
   * `personal`.
   */
  readonly personalMetadata?: Readonly<Record<string, unknown>>
}

/**
 * Appends an act to the audit trail, within the act's own transaction. Call it last: it holds the
 * end of the chain. `description` is a sentence of `auditText`. Gives the entry's number.
 */
export async function recordAuditEntry(
  trx: Transaction,
  { actor, at }: Act,
  action: AuditAction,
  description: string,
  details: Details = {},
): Promise<number> {
  const { chained, shown } = sentence(description, actor.email, details.personal)
  const metadata = JSON.stringify({
    ...(actor.name !== undefined && { actor: actor.name }),
    ...details.metadata,
    ...(actor.requestId !== null && { request_id: actor.requestId }),
  })
  const personal = {
    ...details.personalMetadata,
    ...(actor.device !== null && { device: actor.device }),
    ...(actor.accessToken !== undefined && { access_token: actor.accessToken }),
  }
  const personalMetadata = Object.keys(personal).length === 0 ? null : JSON.stringify(personal)
  const typed = Object.entries(details.texts ?? {}).filter(([, text]) => text !== '')
  const texts = typed.length === 0 ? null : JSON.stringify(Object.fromEntries(typed))
  const result = await sql<{ id: number }>`
    SELECT append_audit_entry(${action}, ${chained}, ${at}, ${actor.userId}, ${actor.email},
      ${actor.ip}, ${metadata}, ${shown}, ${personalMetadata}, ${texts}::json) AS id`.execute(trx)
  const id = result.rows[0]?.id
  if (id === undefined) throw new Error('The audit trail gave no number')
  return id
}
