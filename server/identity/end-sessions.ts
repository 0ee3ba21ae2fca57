import { sql, type RawBuilder } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import type { Transaction } from '../database/schema.ts'
import { tokenHash } from './secrets.ts'
import { idleSince } from './session.ts'

export interface EndedSession {
  readonly id: number
  readonly user: User
  readonly device: string
  readonly ip_address: string
}

/**
 * Ends the live session with this token; gives it, or undefined where there is none. The caller
 * audits it.
 */
export async function endSessionByToken(trx: Transaction, token: string, now: Date) {
  return (await endSessions(trx, sql`s.token_hash = ${tokenHash(token)}`, now))[0]
}

/**
 * Ends a user's live session with this id; gives it, or undefined where there is none. The caller
 * audits it.
 */
export async function endSessionById(trx: Transaction, userId: number, id: number, now: Date) {
  return (await endSessions(trx, sql`s.user_id = ${userId} AND s.id = ${id}`, now))[0]
}

/**
 * Ends all live sessions of a user but `exceptId`; gives those that it ended. The caller audits
 * them.
 */
export async function endAllSessions(trx: Transaction, userId: number, now: Date, exceptId = 0) {
  return endSessions(trx, sql`s.user_id = ${userId} AND s.id <> ${exceptId}`, now)
}

async function endSessions(trx: Transaction, which: RawBuilder<unknown>, now: Date) {
  const { rows } = await sql<
    { user_id: number; name: string; email: string } & Omit<EndedSession, 'user'>
  >`
    DELETE FROM app_session s USING app_user u
    WHERE ${which} AND u.id = s.user_id AND s.expires_at > ${now} AND s.last_seen_at >
    ${idleSince(now)}
    RETURNING s.id, s.device, s.ip_address, s.user_id, u.name, u.email`.execute(trx)
  return rows.map(({ user_id, name, email, ...session }) => ({
    ...session,
    user: { id: user_id, name, email },
  }))
}
