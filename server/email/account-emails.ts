import { sql } from 'kysely'
import type { AccessToken } from '../../contract/access-token.ts'
import type { Language } from '../../contract/language.ts'
import type { User } from '../../contract/sign-in.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../database/schema.ts'
import type { RequestContext } from '../identity/actor.ts'
import {
  composeEmail,
  greeting,
  screenUrl,
  type Email,
  originPlaces,
  type Origin,
} from './compose.ts'
import { queueEmail, readRecipient, type ClaimedEmail, readOrigin } from './outbox.ts'
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

const LIFE_SECONDS = 86_400

type SecurityEmail = ClaimedEmail<'new device' | 'new access token'>
type Queued<E> = E extends SecurityEmail
  ? Pick<E, 'purpose'> & Omit<E['details'], keyof Origin>
  : never

export async function queueSecurityEmail(
  trx: Transaction,
  context: RequestContext,
  user: Pick<User, 'id'>,
  { purpose, ...event }: Queued<SecurityEmail>,
): Promise<void> {
  const { now } = context
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  const details = { ...readOrigin(context), ...event }
  await queueEmail(
    trx,
    { userId: user.id, purpose, details, expiresAt } as Parameters<typeof queueEmail>[1],
    now,
  )
}

/** Uses the user's language: the request may be somebody else's. */
export async function writeSecurityEmail(
  { db, config }: EmailWriterDependencies,
  claimed: SecurityEmail,
): Promise<Email | null> {
  const { purpose, details, userId } = claimed
  const user = await readRecipient(db, userId)
  if (!user) return null
  const { name, email, language } = user
  const text = textIn(language).securityEmail
  const places = { product: config.siteName, ...originPlaces(language, details) }
  const { subject, what } = purpose === 'new device' ? text.newDevice : text.newAccessToken
  return composeEmail(email, language, subject(places), [
    greeting(language, name),
    what(places),
    ...(purpose === 'new device' ? [] : await tokenLines(db, language, details)),
    text.you,
    { words: text.notYou(places), link: screenUrl(config, language, '/account') },
    text.mailbox,
  ])
}

async function tokenLines(
  db: Db,
  language: Language,
  details: ClaimedEmail<'new access token'>['details'],
): Promise<string[]> {
  const text = textIn(language).securityEmail.newAccessToken
  // Read now: a name in it may be erased while the email waits.
  const { rows } = await sql<Pick<AccessToken, 'name' | 'publishers' | 'kinds'>>`
    SELECT name, publishers, kinds FROM public.access_token
    WHERE id = ${details.accessTokenId}`.execute(db)
  const [token] = rows
  return [
    ...(token ? [text.name({ name: unlinked(token.name) })] : []),
    text.permission({ scope: details.scope }),
    ...(token && token.publishers.length + token.kinds.length > 0
      ? [text.limits({ rates: [...token.publishers, ...token.kinds].join(', ') })]
      : []),
    text.expires({ day: dayInColombo(new Date(details.expiresAt)) }),
    text.createdWith(originPlaces(language, details)),
  ]
}

/** A thief must not advertise links in the email. */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
