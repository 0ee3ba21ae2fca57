import { sql } from 'kysely'
import type { Db, Transaction } from '../database/schema.ts'
import { unauthenticated } from '../errors.ts'
import type { SignedIn } from './session.ts'

/**
 * Makes sure that whoever makes a call is still signed in, and holds that until the transaction ends: whoever ends the session or token,
 * suspends the user or closes the account either came first, or waits for what is being done. Throws 401.
 */
export async function lockAccess(
  trx: Transaction,
  { user, sessionId, accessToken }: SignedIn,
): Promise<void> {
  const credential = accessToken ? sql.table('access_token') : sql.table('app_session')
  // The user first, as whoever closes the account takes the two.
  const { rows } = await sql`
    SELECT u.id FROM app_user u JOIN ${credential} c ON c.user_id = u.id
    WHERE u.id = ${user.id} AND u.suspended_at IS NULL AND c.id = ${accessToken?.id ?? sessionId}
    FOR KEY SHARE OF u, c`.execute(trx)
  if (rows.length === 0) throw unauthenticated()
}

/**
 * Changes accounts in one transaction, and only if who calls is still signed in: 401 otherwise. Whoever ends their access comes first, or
 * after it. Calls of one user take turns. `userId` is of whom `act` will hold the row (lock-user.ts): it is held from the start, in the
 * order in which another administrator holds the two.
 */
export function changeAccounts<T>(
  db: Db,
  signedIn: SignedIn,
  act: (trx: Transaction) => Promise<T>,
  userId?: number,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const ids = [signedIn.user.id, userId ?? signedIn.user.id]
    const users = trx.selectFrom('app_user').select('id').where('id', 'in', ids).orderBy('id')
    // Not FOR UPDATE where it need not be: a rate of the same user would wait, as its row refers to the user's.
    await (userId === undefined ? users.forNoKeyUpdate() : users.forUpdate()).execute()
    await lockAccess(trx, signedIn)
    return act(trx)
  })
}
