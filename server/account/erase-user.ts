import { sql } from 'kysely'
import { t } from '../../text/sentences.ts'
import { formerUser } from '../audit-log/read-audit-page.ts'
import { recordErasure } from '../audit-log/record-audit-entry.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { SYSTEM, type Act } from '../identity/actor.ts'
import { lockUser } from '../identity/lock-access.ts'

interface Erasing extends Act {
  readonly userId: number
  /** An invited address can register again. */
  readonly keepsInvitation?: boolean
}

/**
 * Rates, entries and backups stay, attributed to `a former user (#12)`. Returns the number of
 * erased parts. Throws 404.
 */
export async function eraseUser(
  trx: Transaction,
  { userId, actor, at, keepsInvitation = false }: Erasing,
): Promise<{ entries: number }> {
  const user = await lockUser(trx, userId)
  await deleteRowsOfUser(trx, userId, user.email)
  if (!keepsInvitation) await deleteInvitation(trx, user.email)
  await announceName(trx, userId)
  const former = formerUser(userId)
  const description = t.auditText.accountErased({ id: userId })
  const entries = await recordErasure(trx, userId, { actor, at }, { description, former })
  return { entries }
}

export async function announceName(trx: Transaction, userId: number): Promise<void> {
  await sql`
    SELECT pg_notify('user_name', '') FROM public.app_user
    WHERE id = ${userId} AND verified_at IS NOT NULL`.execute(trx)
}

const TABLES_OF_USER = [
  'app_session',
  'access_token',
  'sign_in_code',
  'known_device',
  'email_outbox',
  'idempotency_key',
] as const

async function deleteRowsOfUser(trx: Transaction, userId: number, email: string): Promise<void> {
  for (const table of TABLES_OF_USER) {
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(trx)
  }
  // An error may quote the address.
  await sql`
    DELETE FROM public.email_outbox
    WHERE user_id IS NULL AND position(${email} IN lower(last_error)) > 0`.execute(trx)
  // An unproven user does not own its alerts. Locks the subscriber before its rules, like
  // `sendDueAlerts`.
  const proven = sql`(SELECT s.id
    FROM public.alert_subscriber s JOIN public.app_user u ON u.email = s.email
    WHERE u.id = ${userId} AND u.verified_at IS NOT NULL)`
  await sql`SELECT FROM public.alert_subscriber WHERE id IN ${proven} FOR NO KEY UPDATE`.execute(
    trx,
  )
  await sql`DELETE FROM public.alert_rule WHERE subscriber_id IN ${proven}`.execute(trx)
  await sql`DELETE FROM public.alert_subscriber WHERE id IN ${proven}`.execute(trx)
}

async function deleteInvitation(trx: Transaction, email: string): Promise<void> {
  await sql`DELETE FROM public.invitation WHERE email = ${email}`.execute(trx)
  await sql`
    DELETE FROM public.email_outbox
    WHERE purpose = 'invitation' AND details->>'to' = ${email}`.execute(trx)
}

const MAX_REMOVED = 500

/** Skips rows that a sign-in has locked. */
export async function removeUnverified(db: Db, before: Date, now: Date): Promise<void> {
  for (let removed = 0; removed < MAX_REMOVED; removed++)
    if (!(await removeOne(db, before, now))) return
}

function removeOne(db: Db, before: Date, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      SELECT u.id FROM public.app_user u JOIN public.sign_in_code c ON c.user_id = u.id
      WHERE u.verified_at IS NULL AND u.erased_at IS NULL AND u.created_at < ${before}
      LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(trx)
    const [user] = rows
    if (!user) return false
    // The invited person may not have typed the address.
    await eraseUser(trx, { userId: user.id, actor: SYSTEM, at: now, keepsInvitation: true })
    return true
  })
}
