import { SYSTEM, type Act } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { formerUser } from '../audit-log/audit-sentence.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { lockUser } from '../identity/lock-access.ts'
import { sql } from 'kysely'
import {
  entriesNaming,
  eraseFromTrail,
  redacted,
  redactTexts,
  redactTokenNames,
} from '../audit-log/erase-from-trail.ts'
import { t } from '../../text/sentences.ts'

interface Erasing extends Act {
  readonly userId: number
  /** Writes an entry that goes before that of the erasure. */
  readonly because?: () => Promise<unknown>
  /** Whether the address can still register where it was invited. */
  readonly keepsInvitation?: boolean
}

/**
 * Erases everything personal of a user, also from audit entries and from what others typed; not
 * from backups. Their rates and entries stay, attributed to `a former user (#12)`; the address can
 * register again. Gives how many entries lost their personal part. Throws 404 where there is no
 * such user.
 */
export async function eraseUser(
  trx: Transaction,
  { userId, actor, at, because, keepsInvitation = false }: Erasing,
): Promise<{ entries: number }> {
  // Before the end of the chain, as everyone takes the two.
  const user = await lockUser(trx, userId)
  await deleteRowsOfUser(trx, userId, user.email)
  if (!keepsInvitation) await deleteInvitation(trx, user.email)
  await replaceIdentity(trx, userId, { name: formerUser(userId), email: `erased:${userId}`, at })
  await announceName(trx, userId)
  const person = { ...user, id: userId, name: user.verified_at ? user.name : null }
  const entries = await entriesNaming(trx, person)
  const texts = await redactTexts(trx, person)
  await redactTokenNames(trx, person)
  await because?.()
  // Whoever closes their own account leaves no address in the entry about it.
  const act = { actor: actor.userId === userId ? { ...SYSTEM, userId } : actor, at }
  const erasure = await recordAuditEntry(
    trx,
    act,
    'erase user',
    t.auditText.accountErased({ id: userId }),
    {
      // What the chain then says may be missing.
      metadata: { erased_user: userId, entries, ...(texts.length > 0 && redacted(texts)) },
    },
  )
  return { entries: await eraseFromTrail(trx, erasure, texts) }
}

/**
 * Announces a user's new name after the commit; nobody was shown one of who never proved an
 * address.
 */
export async function announceName(trx: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_notify('user_name', '') FROM app_user WHERE id = ${userId} AND verified_at IS
    NOT NULL`.execute(trx)
}

/** The tables whose rows are about one user and of no use without. */
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
  // What a mail server says of an invitation may name the address.
  await sql`DELETE FROM email_outbox WHERE user_id IS NULL AND position(${email} IN
    lower(last_error)) > 0`.execute(trx)
  // Whoever never proved the address has no say over another's alerts. Locked before its rules are
  // deleted, in the order of whoever sends their emails.
  const proven = sql`(SELECT s.id FROM alert_subscriber s JOIN app_user u ON u.email = s.email
    WHERE u.id = ${userId} AND u.verified_at IS NOT NULL)`
  await sql`SELECT FROM alert_subscriber WHERE id IN ${proven} FOR NO KEY UPDATE`.execute(trx)
  await sql`DELETE FROM alert_rule WHERE subscriber_id IN ${proven}`.execute(trx)
  await sql`DELETE FROM alert_subscriber WHERE id IN ${proven}`.execute(trx)
}

/** Takes back the invitation of an address, if there is one. */
async function deleteInvitation(trx: Transaction, email: string): Promise<void> {
  await trx.deleteFrom('invitation').where('email', '=', email).execute()
}

/**
 * Puts another name and address in the place of a user's. No address that anyone could register has
 * this form.
 */
async function replaceIdentity(
  trx: Transaction,
  userId: number,
  { name, email, at }: { name: string; email: `erased:${number}`; at: Date },
): Promise<void> {
  await sql`
    UPDATE app_user SET name = ${name}, email = ${email}, language = DEFAULT, erased_at = ${at},
    suspended_at = coalesce(suspended_at, ${at})
    WHERE id = ${userId}`.execute(trx)
}

/** Accounts removed in one run; the rest waits for the next. */
const MAX_REMOVED = 500

/**
 * Erases accounts created before `before` and never verified, each in a transaction, with their
 * rows. Skips a row that a sign-in has locked.
 */
export async function removeUnverified(db: Db, before: Date, now: Date): Promise<void> {
  for (let removed = 0; removed < MAX_REMOVED; removed++)
    if (!(await removeOne(db, before, now))) return
}

function removeOne(db: Db, before: Date, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .innerJoin('sign_in_code', 'sign_in_code.user_id', 'app_user.id')
      .select('app_user.id')
      .where('verified_at', 'is', null)
      .where('erased_at', 'is', null)
      .where('app_user.created_at', '<', before)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!user) return false
    // The one who typed the address need not be the one whom the operator invited.
    await eraseUser(trx, { userId: user.id, actor: SYSTEM, at: now, keepsInvitation: true })
    await trx.deleteFrom('app_user').where('id', '=', user.id).execute()
    return true
  })
}
