import { sql } from 'kysely'
import { normaliseEmail } from '../../domain/identity/sign-in-code.ts'
import { entryOf } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { WITHDRAWN } from '../email/outbox.ts'
import type { Act } from '../identity/actor.ts'
import { StartError } from '../start-error.ts'

/** A user as the operator sees one. */
export interface ListedUser {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly created_at: Date
  readonly verified_at: Date | null
  readonly approved_at: Date | null
  readonly suspended_at: Date | null
  /** The last use of any live session or access token, to the minute. */
  readonly last_seen_at: Date | null
  /** Entries that count now and that this user was the last to enter. */
  readonly live_entries: number
}

/** Something that the operator or an administrator does to a user. */
export interface UserChange extends Act {
  readonly userId: number
}

/** Every user, the oldest first. */
export async function listUsers(db: Db): Promise<readonly ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    SELECT u.id, u.email, u.name, u.created_at, u.verified_at, u.approved_at, u.suspended_at,
      greatest(s.last_seen_at, t.last_used_at) AS last_seen_at, coalesce(m.entries, 0) AS
      live_entries
    FROM app_user u
      LEFT JOIN (SELECT user_id, max(last_seen_at) AS last_seen_at FROM app_session GROUP BY
      user_id) s
        ON s.user_id = u.id
      LEFT JOIN (SELECT user_id, max(last_used_at) AS last_used_at FROM access_token GROUP BY
      user_id) t
        ON t.user_id = u.id
      LEFT JOIN (SELECT e.user_id, count(*) AS entries
        FROM live_fact f CROSS JOIN LATERAL ${entryOf('f.version')} e
        WHERE f.source = 'manual' AND f.ended IS NULL GROUP BY e.user_id) m ON m.user_id = u.id
    ORDER BY u.id`.execute(db)
  return rows
}

/** The user with an email. Throws StartError where there is none. */
export async function findUser(db: Db, email: string): Promise<Pick<ListedUser, 'id' | 'email'>> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  if (!user)
    throw new StartError(`No user has the email ${email}. See them all: npm run users -- list`)
  return user
}

/**
 * Makes the codes and links that are on their way to a user worthless, and stops emails that carry
 * them.
 */
export async function withdrawCodes(trx: Transaction, userId: number, at: Date): Promise<void> {
  await trx
    .updateTable('sign_in_code')
    .set({ code_hash: null, link_hash: null })
    .where('user_id', '=', userId)
    .execute()
  await trx
    .updateTable('email_outbox')
    .set({ encrypted: null, given_up_at: at, lease_until: null, last_error: WITHDRAWN })
    .where('user_id', '=', userId)
    .where('encrypted', 'is not', null)
    .execute()
}
