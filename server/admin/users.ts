import { sql } from 'kysely'
import type { ListedUser, UserState } from '../../contract/admin.ts'
import type { User } from '../../contract/sign-in.ts'
import type { BeforeJson } from '../../contract/values.ts'
import { normaliseEmail } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { readInvitedId } from '../audit-log/read-audit-page.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { composeEmail, type Email } from '../email/compose.ts'
import { queueEmail, WITHDRAWN, type ClaimedEmail } from '../email/outbox.ts'
import type { EmailWriterDependencies } from '../email/worker.ts'
import { ApiError } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { lockUser } from '../identity/lock-access.ts'
import { endAllSessions, idleSince, revokeAllAccessTokens } from '../identity/session.ts'
import { StartError } from '../start-error.ts'

const INVITATION_LIFE_MS = 7 * 86_400_000

export interface UserChange extends Act {
  readonly userId: number
}

/** `isNew` is false if the address was invited before. Throws 409 if it is registered. */
export async function inviteUser(
  trx: Transaction,
  act: Act & { readonly email: string; readonly sendsEmail: boolean },
): Promise<{ readonly isNew: boolean }> {
  const { email, sendsEmail, at } = act
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM public.app_user WHERE email = ${email}`.execute(trx)
  if (rows[0])
    throw new ApiError('already_registered', t.adminText.registered({ email, id: rows[0].id }))
  const { rows: invited } = await sql`
    INSERT INTO public.invitation (email, created_at) VALUES (${email}, ${at})
    ON CONFLICT (email) DO NOTHING RETURNING email`.execute(trx)
  const isNew = invited.length > 0
  if (sendsEmail) {
    const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS)
    const details = { to: email }
    await queueEmail(trx, { userId: null, purpose: 'invitation', details, expiresAt }, at)
  }
  const description = isNew ? t.auditText.invited : t.auditText.invitedBefore
  await recordAuditEntry(trx, act, 'invite user', description, {
    metadata: { emailed: sendsEmail },
    subject: { id: (await readInvitedId(trx, email)) ?? (await drawUserId(trx)), email },
  })
  return { isNew }
}

async function drawUserId(trx: Transaction): Promise<number> {
  const drawn = sql<number>`nextval('public.app_user_id_seq')`.as('id')
  return (await trx.selectNoFrom(drawn).executeTakeFirstOrThrow()).id
}

export async function withdrawInvitation(
  trx: Transaction,
  act: Act & { readonly email: string },
): Promise<void> {
  const { email } = act
  const { numAffectedRows } = await sql`
    DELETE FROM public.invitation WHERE email = ${email}`.execute(trx)
  if (numAffectedRows === 0n) throw new ApiError('not_found', t.adminText.noInvitation)
  await sql`
    UPDATE public.email_outbox
    SET details = NULL, given_up_at = ${act.at}, last_error = ${WITHDRAWN}
    WHERE purpose = 'invitation' AND details->>'to' = ${email}`.execute(trx)
  await recordAuditEntry(trx, act, 'withdraw invitation', t.auditText.invitationWithdrawn, {
    subject: { id: await readInvitedId(trx, email), email },
  })
}

export function writeInvitation(
  { config: { siteName: product, publicUrl } }: EmailWriterDependencies,
  { details: { to } }: ClaimedEmail<'invitation'>,
): Promise<Email> {
  const email = composeEmail(to, 'en', t.invitation.subject({ product }), [
    t.greeting.unnamed,
    t.invitation.lead({ product }),
    { words: t.invitation.register, link: `${publicUrl}/register` },
    t.invitation.unexpected,
  ])
  return Promise.resolve(email)
}

/* The functions below throw 404 for an unknown or erased user. */

/** Returns false if already approved. */
export async function approveUser(trx: Transaction, change: UserChange): Promise<boolean> {
  const { userId, at } = change
  const { approved_at, name, email } = await lockUser(trx, userId)
  if (approved_at !== null) return false
  await sql`UPDATE public.app_user SET approved_at = ${at} WHERE id = ${userId}`.execute(trx)
  await recordAuditEntry(trx, change, 'approve user', t.auditText.approved, {
    subject: { id: userId, name, email },
  })
  return true
}

interface EndedAccess {
  readonly sessions: number
  readonly accessTokens: number
}

export async function endAccess(
  trx: Transaction,
  change: UserChange,
  ends: { readonly sessions?: true; readonly accessTokens?: true },
): Promise<EndedAccess> {
  const { userId, at } = change
  const { name, email } = await lockUser(trx, userId)
  const subject = { id: userId, name, email }
  const sessions = ends.sessions ? await endAllSessions(trx, userId, at) : []
  const tokens = ends.accessTokens ? await revokeAllAccessTokens(trx, userId, at) : []
  const record = (
    action: 'revoke session' | 'revoke access token',
    sentence: string,
    ended: Readonly<Record<string, readonly number[]>>,
  ) => recordAuditEntry(trx, change, action, sentence, { metadata: ended, subject })
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  if (sessions.length > 0)
    await record('revoke session', t.auditText.sessionsEnded, {
      sessions: ids(sessions),
    })
  if (tokens.length > 0)
    await record('revoke access token', t.auditText.tokensRevoked, {
      access_tokens: ids(tokens),
    })
  return { sessions: sessions.length, accessTokens: tokens.length }
}

/** Ends sessions, tokens, codes and links. Returns undefined if already suspended. */
export async function suspendUser(
  trx: Transaction,
  change: UserChange,
): Promise<EndedAccess | undefined> {
  const { userId, at } = change
  const { suspended_at, name, email } = await lockUser(trx, userId)
  if (suspended_at !== null) return undefined
  await sql`UPDATE public.app_user SET suspended_at = ${at} WHERE id = ${userId}`.execute(trx)
  const sessions = (await endAllSessions(trx, userId, at)).length
  const accessTokens = (await revokeAllAccessTokens(trx, userId, at)).length
  await sql`
    UPDATE public.sign_in_code SET code_hash = NULL, link_hash = NULL, expires_at = NULL
    WHERE user_id = ${userId}`.execute(trx)
  await recordAuditEntry(trx, change, 'suspend user', t.auditText.suspended, {
    subject: { id: userId, name, email },
    metadata: { sessions_ended: sessions, access_tokens_revoked: accessTokens },
  })
  return { sessions, accessTokens }
}

export async function unsuspendUser(trx: Transaction, change: UserChange): Promise<boolean> {
  const { userId } = change
  const { suspended_at, name, email } = await lockUser(trx, userId)
  if (suspended_at === null) return false
  await sql`UPDATE public.app_user SET suspended_at = NULL WHERE id = ${userId}`.execute(trx)
  await recordAuditEntry(trx, change, 'restore user', t.auditText.suspensionEnded, {
    subject: { id: userId, name, email },
    metadata: { suspended_since: suspended_at.toISOString() },
  })
  return true
}

export async function readUser(db: Db, email: string) {
  const { rows } = await sql<User>`
    SELECT id, name, email FROM public.app_user
    WHERE email = ${normaliseEmail(email)}`.execute(db)
  if (!rows[0])
    throw new StartError(`No user has the email ${email}. See them all: npm run users -- list`)
  return rows[0]
}

type UserRow = Omit<BeforeJson<ListedUser>, 'admin'>

interface UserFilter {
  readonly search: string
  readonly state: UserState | undefined
  /** They never wait for approval. */
  readonly admins: readonly string[]
}

export async function readUsers(
  db: Db,
  { search, state, admins }: UserFilter,
  { limit, offset, now }: { readonly limit: number; readonly offset: number; readonly now: Date },
): Promise<{ readonly users: readonly UserRow[]; readonly total: number }> {
  const { rows } = await sql<UserRow & { total: number }>`
    SELECT u.id, u.name, u.email, u.state, u.created_at AS registered_at, u.total,
      (SELECT max(d.last_seen_at) FROM public.known_device d WHERE d.user_id = u.id) AS last_sign_in_at,
      (SELECT count(*)::int FROM public.app_session s WHERE s.user_id = u.id
        AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince(now)}) AS sessions,
      (SELECT count(*)::int FROM public.access_token t
        WHERE t.user_id = u.id AND t.expires_at > ${now}) AS access_tokens
    FROM (
      SELECT *, (count(*) OVER ())::int AS total
      FROM (
        SELECT id, name, email, created_at,
          CASE WHEN suspended_at IS NOT NULL THEN 'suspended'
            WHEN verified_at IS NULL THEN 'unverified'
            WHEN approved_at IS NULL AND email <> ALL (${admins}::text[]) THEN 'waiting'
            ELSE 'active' END AS state
        FROM public.app_user WHERE erased_at IS NULL
      ) listed
      WHERE (${state ?? null}::text IS NULL OR state = ${state ?? null})
        AND strpos(lower(name || ' ' || email), lower(${search})) > 0
      ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}
    ) u
    ORDER BY u.id DESC`.execute(db)
  const found = rows.map(({ total, ...user }) => ({ total, user }))
  return { users: found.map(({ user }) => user), total: found[0]?.total ?? 0 }
}
