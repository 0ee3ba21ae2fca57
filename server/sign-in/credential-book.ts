import { sql, type Kysely } from 'kysely'
import type { Listener } from '../database/listener.ts'
import type { Database } from '../database/schema.ts'
import type { Clock } from '../dependencies.ts'
import { Revocations, type Announce } from './revocation.ts'
import { ACCESS_TOKEN_PREFIX, tokenHash } from './secrets.ts'
import { sessionEnd, type SignedIn } from './session.ts'

/** A remembered credential is read anew after this, whatever was or was not announced. */
const MEMORY_SECONDS = 5
/** When someone was last seen is written at most this often. */
const TOUCH_SECONDS = 60
/** What an attacker cannot fill, because only live credentials are remembered. */
const MOST_REMEMBERED = 10_000

interface Credential {
  readonly signedIn: SignedIn
  readonly readAt: number
  seenAt: number
  /** The instant after which it is dead unless it is used before; Infinity for an access token. */
  readonly endsAt: number
}

/**
 * Finds out whose a token is. Reads may be answered from memory, for 5 s and only while this process hears what others revoke;
 * whatever changes something asks the database, so an ended session never writes.
 */
export class CredentialBook {
  private readonly db: Kysely<Database>
  private readonly clock: Clock
  private readonly listener: Listener
  private readonly remembered = new Map<string, Credential>()
  private readonly revocations: Revocations
  /** Goes up with each revocation, so that a row read before one is not remembered after it. */
  private generation = 0

  constructor(db: Kysely<Database>, clock: Clock, listener: Listener) {
    this.db = db
    this.clock = clock
    this.listener = listener
    this.revocations = new Revocations(db, listener, () => this.forget())
  }

  /** Does what ends a session or token; if it announces that, this comes back when every process has forgotten. */
  revoking<T>(revoke: (announce: Announce) => Promise<T>): Promise<T> {
    return this.revocations.revoking(revoke)
  }

  private forget(): void {
    this.generation++
    this.remembered.clear()
  }

  /** Whose a live token is, or null. `anew` asks the database whatever is remembered. */
  async find(token: string, options: { anew: boolean; ip: string }): Promise<SignedIn | null> {
    const now = this.clock().getTime()
    const known = options.anew || !this.listener.connected ? undefined : this.remembered.get(token)
    const young = known !== undefined && Math.abs(now - known.readAt) < MEMORY_SECONDS * 1000
    const credential = young ? known : await this.read(token, now)
    if (!credential || credential.endsAt <= now) return null
    if (now - credential.seenAt >= TOUCH_SECONDS * 1000) await this.touch(credential, token, options.ip, now)
    return credential.signedIn
  }

  private async read(token: string, now: number): Promise<Credential | null> {
    const { generation } = this
    const credential = token.startsWith(ACCESS_TOKEN_PREFIX)
      ? await this.readAccessToken(token, now)
      : await this.readSession(token, now)
    if (credential && this.listener.connected && generation === this.generation) {
      if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear()
      this.remembered.set(token, credential)
    }
    return credential
  }

  private async readSession(token: string, now: number): Promise<Credential | null> {
    const row = await this.db
      .selectFrom('app_session as s')
      .innerJoin('app_user as u', 'u.id', 's.user_id')
      .select(['s.id', 's.user_id', 's.last_seen_at', 's.expires_at', 'u.name', 'u.email'])
      .where('s.token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (!row) return null
    const user = { id: row.user_id, name: row.name, email: row.email }
    return {
      signedIn: { user, sessionId: row.id, scope: 'session' },
      readAt: now,
      seenAt: row.last_seen_at.getTime(),
      endsAt: sessionEnd(row).getTime(),
    }
  }

  private async readAccessToken(token: string, now: number): Promise<Credential | null> {
    const row = await this.db
      .selectFrom('access_token as t')
      .innerJoin('app_user as u', 'u.id', 't.user_id')
      .select(['t.id', 't.name as token_name', 't.user_id', 't.scope', 't.last_used_at', 'u.name', 'u.email'])
      .where('t.token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (!row) return null
    const user = { id: row.user_id, name: row.name, email: row.email }
    return {
      signedIn: {
        user,
        sessionId: null,
        scope: row.scope,
        accessToken: { id: row.id, name: row.token_name },
      },
      readAt: now,
      seenAt: row.last_used_at?.getTime() ?? -Infinity,
      endsAt: Infinity,
    }
  }

  private async touch(credential: Credential, token: string, ip: string, now: number): Promise<void> {
    credential.seenAt = now
    const [at, before] = [new Date(now), new Date(now - TOUCH_SECONDS * 1000)]
    const hash = tokenHash(token)
    await (
      credential.signedIn.sessionId === null
        ? sql`UPDATE access_token SET last_used_at = ${at}
            WHERE token_hash = ${hash} AND (last_used_at IS NULL OR last_used_at <= ${before})`
        : sql`UPDATE app_session SET last_seen_at = ${at}, ip_address = ${ip}
            WHERE token_hash = ${hash} AND last_seen_at <= ${before}`
    ).execute(this.db)
  }
}
