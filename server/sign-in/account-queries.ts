import { sql } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import type { Language } from '../../contract/language.ts'
import type { Db, Transaction } from '../database/schema.ts'

export async function isInvited(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an address has an account. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** The account of an address, locked so that it is not removed as unverified meanwhile. */
export async function lockAccount(trx: Transaction, email: string) {
  return trx
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'suspended_at', 'verified_at'])
    .where('email', '=', email)
    .forKeyShare()
    .executeTakeFirst()
}

/** Whose sign-in link has this hash and is live, or undefined. Uses nothing. */
export async function findLinkOwner(db: Db, linkHash: Buffer, now: Date) {
  return db
    .selectFrom('sign_in_code as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select(['u.name', 'u.email'])
    .where('c.link_hash', '=', linkHash)
    .where('c.expires_at', '>', now)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** Inserts an account; undefined where the address has one. */
export function insertAccount(
  trx: Transaction,
  account: {
    name: string
    email: string
    language: Language
    created_at: Date
    approved_at: Date | null
  },
): Promise<User | undefined> {
  return trx
    .insertInto('app_user')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()
}

/**
 * Notes that a user has received an email, and the language of the next ones; the first time, the
 * invitation ends and the name becomes theirs.
 */
export async function markVerified(
  trx: Transaction,
  user: User,
  { name, language }: { name?: string | undefined; language: Language },
  now: Date,
) {
  const { rows } = await sql<{ approved: boolean; name: string; first: boolean }>`
    WITH used AS (DELETE FROM invitation WHERE email = ${user.email}),
      before AS (SELECT verified_at IS NULL AS first FROM app_user WHERE id = ${user.id})
    UPDATE app_user SET verified_at = coalesce(verified_at, ${now}), language = ${language},
      name = CASE WHEN verified_at IS NULL THEN coalesce(${name ?? null}, name) ELSE name END
    FROM before WHERE id = ${user.id}
    RETURNING approved_at IS NOT NULL AS approved, name, first`.execute(trx)
  if (!rows[0]) throw new Error(`No user ${user.id}`)
  return rows[0]
}
