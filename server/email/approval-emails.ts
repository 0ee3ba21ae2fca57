import { sql } from 'kysely'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { composeEmail, greeting, screenUrl, type Email } from './compose.ts'
import { queueEmail, readRecipient, type ClaimedEmail } from './outbox.ts'
import type { EmailWriterDependencies } from './worker.ts'

const PAUSE_MS = 3_600_000
const LIFE_MS = 86_400_000

/**
 * Tells administrators that users wait, at most once an hour. A request that follows sooner is
 * queued for the end of the hour; the email counts all that wait then.
 */
export async function queueApprovalRequest(
  trx: Transaction,
  { admins }: Pick<Config, 'admins'>,
  userId: number,
  now: Date,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('approval request'))`.execute(trx)
  const { rows } = await sql<{ newest: Date | null }>`
    SELECT max(next_attempt_at) AS newest FROM public.email_outbox
    WHERE purpose = 'approval request'`.execute(trx)
  const last = rows[0]?.newest?.getTime() ?? 0
  if (last > now.getTime()) return
  const sendAt = new Date(Math.max(now.getTime(), last + PAUSE_MS))
  const expiresAt = new Date(sendAt.getTime() + LIFE_MS)
  for (const to of admins) {
    const details = { to }
    await queueEmail(trx, { userId, purpose: 'approval request', details, expiresAt, sendAt }, now)
  }
}

export async function queueApproval(trx: Transaction, userId: number, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await queueEmail(trx, { userId, purpose: 'approval', details: {}, expiresAt }, now)
}

/** Administrators never wait. */
export async function countWaiting(db: Db, { admins }: Pick<Config, 'admins'>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM public.app_user
    WHERE approved_at IS NULL AND verified_at IS NOT NULL AND suspended_at IS NULL
      AND erased_at IS NULL AND email <> ALL (${admins}::text[])`.execute(db)
  return rows[0]?.waiting ?? 0
}

export async function writeApprovalRequest(
  { db, config }: EmailWriterDependencies,
  { details: { to } }: ClaimedEmail<'approval request'>,
): Promise<Email | null> {
  const count = await countWaiting(db, config)
  if (count === 0) return null
  const text = textIn('en').approvalRequest
  const places = { product: config.siteName, count }
  return composeEmail(to, 'en', text.subject(places), [
    textIn('en').greeting.unnamed,
    text.lead(places),
    { words: text.open, link: screenUrl(config, 'en', '/admin?state=waiting') },
    text.again,
  ])
}

export async function writeApproval(
  { db, config }: EmailWriterDependencies,
  { userId }: ClaimedEmail<'approval'>,
): Promise<Email | null> {
  const user = await readRecipient(db, userId)
  if (!user) return null
  const { name, email, language } = user
  const text = textIn(language).approvalEmail
  const places = { product: config.siteName }
  return composeEmail(email, language, text.subject(places), [
    greeting(language, name),
    text.lead(places),
    { words: text.open, link: screenUrl(config, language, '/dashboard') },
  ])
}

/** The steps of a user who waits, as `GET /api/auth/user` shows them. */
export async function readWaiting(db: Db, userId: number) {
  const { rows } = await sql<{ registered_at: Date; confirmed_at: Date; told_at: Date | null }>`
    SELECT created_at AS registered_at, verified_at AS confirmed_at,
      (SELECT max(sent_at) FROM public.email_outbox
        WHERE purpose = 'approval request' AND sent_at >= u.verified_at) AS told_at
    FROM public.app_user u WHERE id = ${userId} AND verified_at IS NOT NULL`.execute(db)
  return rows[0]
}
