import { sql, type RawBuilder } from 'kysely'
import type { AccessToken } from '../../contract/access-token.ts'
import type { Session, User } from '../../contract/sign-in.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { deviceFingerprint, deviceName, type ClientInfo, type SignedIn } from './actor.ts'
import { ACCESS_TOKEN_PREFIX, newToken, tokenHash } from './secrets.ts'

export const IDLE_LIFE_SECONDS = 7 * 86_400
export const ABSOLUTE_LIFE_SECONDS = 30 * 86_400
const TOUCH_SECONDS = 60

export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_LIFE_SECONDS * 1000)
}

export async function openSession(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  userId: number,
  from: ClientInfo,
  now: Date,
) {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + ABSOLUTE_LIFE_SECONDS * 1000)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO public.app_session
      (user_id, token_hash, device, ip_address, created_at, last_seen_at, expires_at)
    VALUES (${userId}, ${tokenHash(token)}, ${from.device}, ${from.ip}, ${now}, ${now}, ${expiresAt})
    RETURNING id`.execute(trx)
  if (!rows[0]) throw new Error('No session')
  const newDevice = await rememberDevice(trx, secretKeys, userId, from, now)
  return { token, sessionId: rows[0].id, newDevice }
}

async function rememberDevice(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  userId: number,
  from: ClientInfo,
  now: Date,
): Promise<boolean> {
  const all = secretKeys.map((key) => deviceFingerprint(key, from))
  const { rows } = await sql<{ known: boolean; others: boolean }>`
    INSERT INTO public.known_device AS d (user_id, fingerprint, last_seen_at)
    VALUES (${userId}, ${all[0]}, ${now})
    ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at
    RETURNING
      xmax <> 0 OR EXISTS (SELECT FROM public.known_device o
        WHERE o.user_id = d.user_id AND o.fingerprint = ANY(${all}::bytea[])) AS known,
      EXISTS (SELECT FROM public.known_device o
        WHERE o.user_id = d.user_id AND o.fingerprint <> d.fingerprint) AS others`.execute(trx)
  return rows[0] !== undefined && !rows[0].known && rows[0].others
}

export async function trustOnlyThisDevice(
  trx: Transaction,
  secretKey: Buffer,
  userId: number,
  from: ClientInfo,
  now: Date,
): Promise<void> {
  // First and in its own statement, like closing the account, to avoid a deadlock.
  await sql`SELECT FROM public.app_user WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx)
  await rememberDevice(trx, [secretKey], userId, from, now)
  await sql`
    DELETE FROM public.known_device
    WHERE user_id = ${userId} AND fingerprint <> ${deviceFingerprint(secretKey, from)}`.execute(trx)
}

/** Queries at every request, so that a logout holds in every process. */
export async function readCredential(
  db: Db,
  token: string,
  from: ClientInfo,
  now: Date,
): Promise<SignedIn | null> {
  const hash = tokenHash(token)
  return token.startsWith(ACCESS_TOKEN_PREFIX)
    ? findAccessToken(db, hash, from, now)
    : findSession(db, hash, from, now)
}

async function findSession(
  db: Db,
  hash: Buffer,
  from: ClientInfo,
  now: Date,
): Promise<SignedIn | null> {
  const { rows } = await sql<UserRow & { id: number; created_at: Date; last_seen_at: Date }>`
    SELECT ${USER_COLUMNS}, s.id, s.created_at, s.last_seen_at
    FROM public.app_user u JOIN public.app_session s ON s.user_id = u.id
    WHERE u.suspended_at IS NULL AND s.token_hash = ${hash}
      AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince(now)}`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (row.last_seen_at <= touchedBefore(now))
    await sql`
      UPDATE public.app_session
      SET last_seen_at = ${now}, device = ${from.device}, ip_address = ${from.ip}
      WHERE id = ${row.id} AND last_seen_at <= ${touchedBefore(now)}`.execute(db)
  return { ...toUser(row), sessionId: row.id, signedInAt: row.created_at, scope: 'session' }
}

async function findAccessToken(
  db: Db,
  hash: Buffer,
  from: ClientInfo,
  now: Date,
): Promise<SignedIn | null> {
  const { rows } = await sql<UserRow & UsedToken>`
    SELECT ${USER_COLUMNS}, t.id, t.name, t.scope, t.publishers, t.kinds, t.last_used_at
    FROM public.app_user u JOIN public.access_token t ON t.user_id = u.id
    WHERE u.suspended_at IS NULL AND t.token_hash = ${hash} AND t.expires_at > ${now}`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (row.last_used_at === null || row.last_used_at <= touchedBefore(now))
    await sql`
      UPDATE public.access_token
      SET last_used_at = ${now}, last_used_device = ${from.device}, last_used_ip = ${from.ip}
      WHERE id = ${row.id}
        AND (last_used_at IS NULL OR last_used_at <= ${touchedBefore(now)})`.execute(db)
  const { id, name, publishers, kinds } = row
  const accessToken = { id, name, publishers, kinds }
  return { ...toUser(row), sessionId: null, signedInAt: null, scope: row.scope, accessToken }
}

interface UserRow {
  readonly user_id: number
  readonly user_name: string
  readonly email: string
  readonly approved_at: Date | null
}

type UsedToken = Pick<TokenRow, 'id' | 'name' | 'scope' | 'publishers' | 'kinds' | 'last_used_at'>

const USER_COLUMNS = sql`u.id AS user_id, u.name AS user_name, u.email, u.approved_at`

const toUser = (row: UserRow) => ({
  user: { id: row.user_id, name: row.user_name, email: row.email },
  approved: row.approved_at !== null,
})

function touchedBefore(now: Date): Date {
  return new Date(now.getTime() - TOUCH_SECONDS * 1000)
}

type WithDates<Row, Instants extends keyof Row> = Omit<Row, Instants> & {
  readonly [Name in Instants]: Date | Extract<Row[Name], null>
}
type SessionRow = WithDates<Omit<Session, 'current'>, 'created_at' | 'last_seen_at' | 'expires_at'>

export async function liveSessions(
  db: Db,
  userId: number,
  now: Date,
  current: number | null = null,
) {
  const { rows } = await sql<SessionRow>`
    SELECT id, device, ip_address, created_at, last_seen_at, expires_at FROM public.app_session
    WHERE user_id = ${userId} AND expires_at > ${now} AND last_seen_at > ${idleSince(now)}
    ORDER BY last_seen_at DESC, id DESC`.execute(db)
  return rows.map((session) => ({
    ...session,
    device: deviceName(session.device),
    expires_at: new Date(
      Math.min(
        session.last_seen_at.getTime() + IDLE_LIFE_SECONDS * 1000,
        session.expires_at.getTime(),
      ),
    ),
    current: session.id === current,
  })) satisfies BeforeJson<Session>[]
}

export interface EndedSession {
  readonly id: number
  readonly user: User
  readonly device: string
  readonly ip_address: string
}

/* The caller audits what these functions end. */

export async function endSessionByToken(trx: Transaction, token: string, now: Date) {
  return (await endSessions(trx, sql`s.token_hash = ${tokenHash(token)}`, now))[0]
}

export async function endSessionById(trx: Transaction, userId: number, id: number, now: Date) {
  return (await endSessions(trx, sql`s.user_id = ${userId} AND s.id = ${id}`, now))[0]
}

export async function endAllSessions(trx: Transaction, userId: number, now: Date, exceptId = 0) {
  return endSessions(trx, sql`s.user_id = ${userId} AND s.id <> ${exceptId}`, now)
}

async function endSessions(
  trx: Transaction,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<EndedSession[]> {
  const { rows } = await sql<
    { user_id: number; name: string; email: string } & Omit<EndedSession, 'user'>
  >`
    DELETE FROM public.app_session s USING app_user u
    WHERE ${condition} AND u.id = s.user_id
      AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince(now)}
    RETURNING s.id, s.device, s.ip_address, s.user_id, u.name, u.email`.execute(trx)
  return rows.map(({ user_id, name, email, ...session }) => ({
    ...session,
    user: { id: user_id, name, email },
  }))
}

export type TokenRow = WithDates<AccessToken, 'created_at' | 'expires_at' | 'last_used_at'>

export const TOKEN_COLUMNS = sql`id, name, scope, publishers, kinds, created_at, expires_at,
  last_used_at, last_used_device, last_used_ip`

export async function readAccessTokens(db: Db, userId: number) {
  const { rows } = await sql<TokenRow>`
    SELECT ${TOKEN_COLUMNS} FROM public.access_token
    WHERE user_id = ${userId} ORDER BY id DESC`.execute(db)
  return rows.map((row) => ({
    ...row,
    last_used_device: row.last_used_device && deviceName(row.last_used_device),
  })) satisfies BeforeJson<AccessToken>[]
}

export async function revokeAccessTokenById(trx: Transaction, userId: number, id: number) {
  return (await revokeTokens(trx, sql`user_id = ${userId} AND id = ${id}`))[0]
}

export async function revokeAllAccessTokens(trx: Transaction, userId: number, now: Date) {
  return revokeTokens(trx, sql`user_id = ${userId} AND expires_at > ${now}`)
}

async function revokeTokens(trx: Transaction, condition: RawBuilder<unknown>) {
  const { rows } = await sql<Pick<TokenRow, 'id' | 'name'>>`
    DELETE FROM public.access_token WHERE ${condition} RETURNING id, name`.execute(trx)
  return rows
}
