import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { ACCESS_TOKEN_PREFIX, tokenHash } from './secrets.ts'
import { isElsewhere } from './use-elsewhere.ts'
import { idleSince, type SignedIn, type ClientInfo } from './session.ts'

/** When a session or token was last used is written at most this often. */
const TOUCH_SECONDS = 60

/** What a session's or access token's secret stands for. */
export interface Credential {
  readonly signedIn: SignedIn
  /**
   * Where the session was used before, if its owner has to be notified of another device and
   * network.
   */
  readonly elsewhere: ClientInfo | null
}

/**
 * Whom a session's or access token's secret signs in at `now`, or null where it is not live. One
 * indexed query for each request, so that a logout holds in every process.
 */
export async function findCredential(db: Db, token: string, from: ClientInfo, now: Date) {
  return token.startsWith(ACCESS_TOKEN_PREFIX)
    ? findByAccessToken(db, tokenHash(token), from, now)
    : findBySession(db, tokenHash(token), from, now)
}

async function findBySession(
  db: Db,
  hash: Buffer,
  from: ClientInfo,
  now: Date,
): Promise<Credential | null> {
  const row = await db
    .selectFrom('app_session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    // By name: each signed-in request has this query.
    .select(['s.id', 's.user_id', 's.device', 's.ip_address', 's.created_at', 's.last_seen_at'])
    .select(['s.used_elsewhere_at', 'u.name', 'u.email', 'u.approved_at'])
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', idleSince(now))
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (isDue(row.last_seen_at, now))
    await sql`UPDATE app_session SET last_seen_at = ${now}, ip_address = ${from.ip}
      WHERE id = ${row.id} AND last_seen_at <= ${touchedBefore(now)}`.execute(db)
  const before = { device: row.device, ip: row.ip_address }
  return {
    signedIn: {
      user: { id: row.user_id, name: row.name, email: row.email },
      sessionId: row.id,
      signedInAt: row.created_at,
      scope: 'session',
      approved: row.approved_at !== null,
    },
    elsewhere: isElsewhere({ ...before, notifiedAt: row.used_elsewhere_at }, from, now)
      ? before
      : null,
  }
}

async function findByAccessToken(
  db: Db,
  hash: Buffer,
  from: ClientInfo,
  now: Date,
): Promise<Credential | null> {
  const row = await db
    .selectFrom('access_token as t')
    .innerJoin('app_user as u', 'u.id', 't.user_id')
    .select(['t.id', 't.name', 't.user_id', 't.scope', 't.last_used_at'])
    .select(['u.name as user_name', 'u.email', 'u.approved_at'])
    .where('t.token_hash', '=', hash)
    .where('t.expires_at', '>', now)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (isDue(row.last_used_at, now))
    await sql`UPDATE access_token
      SET last_used_at = ${now}, last_used_device = ${from.device}, last_used_ip = ${from.ip}
      WHERE id = ${row.id} AND (last_used_at IS NULL OR last_used_at <=
      ${touchedBefore(now)})`.execute(db)
  return {
    signedIn: {
      user: { id: row.user_id, name: row.user_name, email: row.email },
      sessionId: null,
      signedInAt: null,
      scope: row.scope,
      approved: row.approved_at !== null,
      accessToken: { id: row.id, name: row.name },
    },
    elsewhere: null,
  }
}

function isDue(last: Date | null, now: Date): boolean {
  return last === null || last <= touchedBefore(now)
}

function touchedBefore(now: Date): Date {
  return new Date(now.getTime() - TOUCH_SECONDS * 1000)
}
