import { sql } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import { t } from '../../text/sentences.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, unauthenticated } from '../errors.ts'
import type { SignedIn } from './actor.ts'

/** Throws 401. */
export async function lockAccess(
  trx: Transaction,
  { user, sessionId, accessToken }: SignedIn,
): Promise<void> {
  const credential = accessToken ? sql.table('access_token') : sql.table('app_session')
  // Locks the user first, like `eraseUser`, to avoid a deadlock.
  const { rows } = await sql`
    SELECT u.id FROM public.app_user u JOIN ${credential} c ON c.user_id = u.id
    WHERE u.id = ${user.id} AND u.suspended_at IS NULL AND c.id = ${accessToken?.id ?? sessionId}
    FOR KEY SHARE OF u, c`.execute(trx)
  if (rows.length === 0) throw unauthenticated()
}

/** Locks in order of number, so that two administrators do not deadlock. Throws 401. */
export function changeAccounts<T>(
  db: Db,
  signedIn: SignedIn,
  act: (trx: Transaction) => Promise<T>,
  userId?: number,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const ids = new Set([signedIn.user.id, userId ?? signedIn.user.id])
    for (const id of [...ids].sort((one, other) => one - other)) {
      // FOR UPDATE would block foreign keys of the user's rates.
      const strength = id === userId ? sql`UPDATE` : sql`NO KEY UPDATE`
      await sql`SELECT FROM public.app_user WHERE id = ${id} FOR ${strength}`.execute(trx)
    }
    await lockAccess(trx, signedIn)
    return act(trx)
  })
}

/** Throws 404 for an unknown or erased user. */
export async function lockUser(trx: Transaction, userId: number) {
  type State = Record<'verified_at' | 'approved_at' | 'suspended_at', Date | null>
  const { rows } = await sql<State & Omit<User, 'id'>>`
    SELECT name, email, verified_at, approved_at, suspended_at FROM public.app_user
    WHERE id = ${userId} AND erased_at IS NULL FOR UPDATE`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found', t.accountText.noUser)
  return rows[0]
}
