import { sql } from 'kysely'
import type { Session, User } from '../../contract/sign-in.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { deviceFingerprint, deviceName } from './device.ts'
import { newToken, tokenHash } from './secrets.ts'

/** A session that was not used for this long has ended. */
export const IDLE_LIFE_SECONDS = 7 * 86_400
/** A session ends after this long, however much it is used. */
export const ABSOLUTE_LIFE_SECONDS = 30 * 86_400

/** A caller who has shown a live session's token, or a personal access token. */
export interface SignedIn {
  readonly user: User
  /** The session, or null where a personal access token was shown. */
  readonly sessionId: number | null
  /** When the session began; null where a personal access token was shown. */
  readonly signedInAt: Date | null
  /** What the token may do; a session may do everything. */
  readonly scope: 'session' | 'read' | 'write'
  /** Whether an administrator has approved the user, where registration needs that. */
  readonly approved: boolean
  /** The personal access token that was shown, for the audit trail. */
  readonly accessToken?: { readonly id: number; readonly name: string }
}

/** Where a sign-in comes from. */
export interface ClientInfo {
  readonly device: string
  readonly ip: string
}

/**
 * Opens a session after a code or link. Gives its number and token, and whether this browser and
 * network are new to a known user.
 */
export async function openSession(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  userId: number,
  from: ClientInfo,
  now: Date,
) {
  const token = newToken()
  const { id } = await trx
    .insertInto('app_session')
    .values({
      user_id: userId,
      token_hash: tokenHash(token),
      device: from.device,
      ip_address: from.ip,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + ABSOLUTE_LIFE_SECONDS * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    token,
    sessionId: id,
    newDevice: await rememberDevice(trx, secretKeys, userId, from, now),
  }
}

async function rememberDevice(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  userId: number,
  from: ClientInfo,
  now: Date,
): Promise<boolean> {
  const all = secretKeys.map((key) => deviceFingerprint(key, deviceName(from.device), from.ip))
  const [fingerprint] = all
  const { rows } = await sql<{ known: boolean; others: boolean }>`
    INSERT INTO known_device AS d (user_id, fingerprint, last_seen_at) VALUES (${userId},
    ${fingerprint}, ${now})
    ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at
    RETURNING xmax <> 0 OR EXISTS (
        SELECT FROM known_device o WHERE o.user_id = d.user_id AND o.fingerprint =
        ANY(${all}::bytea[])) AS known,
      EXISTS (SELECT FROM known_device o WHERE o.user_id = d.user_id AND o.fingerprint <>
      d.fingerprint) AS others`.execute(trx)
  return rows[0] !== undefined && !rows[0].known && rows[0].others
}

/** Leaves this device as the only known one: a sign-in from any other is reported again. */
export async function trustOnlyThisDevice(
  trx: Transaction,
  secretKey: Buffer,
  userId: number,
  from: ClientInfo,
  now: Date,
): Promise<void> {
  // The user first, as whoever closes the account locks the two, and alone: two devices at once
  // would wait for each other.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await rememberDevice(trx, [secretKey], userId, from, now)
  const fingerprint = deviceFingerprint(secretKey, deviceName(from.device), from.ip)
  await trx
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('fingerprint', '<>', fingerprint)
    .execute()
}

/** The instant at which a session ends if nobody uses it any more. */
function sessionEnd(session: { last_seen_at: Date; expires_at: Date }): Date {
  return new Date(
    Math.min(
      session.last_seen_at.getTime() + IDLE_LIFE_SECONDS * 1000,
      session.expires_at.getTime(),
    ),
  )
}

/** Someone's live sessions, the last used first; `current`: the number of the one that asks. */
export async function liveSessions(
  db: Db,
  userId: number,
  now: Date,
  current: number | null = null,
) {
  const rows = await db
    .selectFrom('app_session')
    .select(['id', 'device', 'ip_address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((session) => ({
    ...session,
    device: deviceName(session.device),
    expires_at: sessionEnd(session),
    current: session.id === current,
  })) satisfies BeforeJson<Session>[]
}

/** Last seen before this instant, a session is over. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_LIFE_SECONDS * 1000)
}
