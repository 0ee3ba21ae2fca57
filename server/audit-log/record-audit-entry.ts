import { sql } from 'kysely'
import type { AuditAction } from '../../contract/audit-log.ts'
import type { Transaction } from '../database/schema.ts'
import type { Act, Actor } from '../identity/actor.ts'
import { searchedSentence } from './trail-format.ts'

interface Details {
  /** Hashed and permanent: no codes, tokens or personal data. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /**
   * Typed texts and names, which fill the sentence; erased with the actor or the subject. Empty
   * members are left out.
   */
  readonly content?: Readonly<Record<string, string | null | undefined>>
  /** The user or invited person whom the act is about. Fills `[subject]` with the name. */
  readonly subject?: {
    readonly id?: number | undefined
    readonly name?: string
    readonly email: string
  }
}

/**
 * Call last, because it locks the end of the chain. Returns the entry's number. `description`, from
 * `auditText`, contains no email or network address, which some readers may not see.
 */
export async function recordAuditEntry(
  trx: Transaction,
  { actor, at }: Act,
  action: AuditAction,
  description: string,
  { metadata = {}, content = {}, subject }: Details = {},
): Promise<number> {
  const typed = Object.entries({
    ...(subject && { subject: subject.name, subject_email: subject.email }),
    ...content,
    access_token: actor.accessToken,
  }).filter(([, value]) => value)
  const parts = Object.fromEntries(typed)
  const entry = {
    action,
    description,
    ...describeActor(actor, at),
    subject_id: subject?.id,
    metadata: JSON.stringify({
      ...metadata,
      ...(actor.requestId !== null && { request_id: actor.requestId }),
    }),
    content: typed.length > 0 ? JSON.stringify(parts) : null,
    sentence: searchedSentence(description, parts),
  }
  const { rows } = await sql<{ id: number }>`
    SELECT public.append_audit_entry(${JSON.stringify(entry)}::json) AS id`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The audit trail gave no number')
  return id
}

function describeActor({ userId, email, ip, device, name }: Actor, at: Date) {
  const traces = Object.entries({ email, ip, device }).filter(([, value]) => value !== null)
  return {
    actor: userId === null ? (name ?? 'system') : 'user',
    user_id: userId,
    created_at: at.toISOString(),
    actor_part: traces.length > 0 ? JSON.stringify(Object.fromEntries(traces)) : null,
  }
}

/** Returns the number of erased parts. */
export async function recordErasure(
  trx: Transaction,
  userId: number,
  { actor, at }: Act,
  { description, former }: { readonly description: string; readonly former: string },
): Promise<number> {
  const entry = {
    description,
    former,
    // Users who close their own account leave no address behind.
    ...describeActor(
      actor.userId === userId ? { ...actor, email: null, ip: null, device: null } : actor,
      at,
    ),
    metadata: JSON.stringify({ ...(actor.requestId !== null && { request_id: actor.requestId }) }),
  }
  const { rows } = await sql<{ parts: number }>`
    SELECT public.erase_user(${userId}, ${JSON.stringify(entry)}::json) AS parts`.execute(trx)
  return rows[0]?.parts ?? 0
}
