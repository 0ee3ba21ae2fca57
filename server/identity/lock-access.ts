import { sql } from 'kysely'
import { t } from '../../text/sentences.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, unauthenticated } from '../errors.ts'
import type { SignedIn } from './actor.ts'

/**
 * Keeps the caller signed in until the transaction ends: whatever ends their access came first or
 * waits. Throws 401.
 */
export async function lockAccess(
  trx: Transaction,
  { user, sessionId, accessToken }: SignedIn,
): Promise<void> {
  const credential = accessToken ? sql.table('access_token') : sql.table('app_session')
  // The user's row first, in the same order as closing an account.
  const { rows } = await sql`
    SELECT u.id FROM app_user u JOIN ${credential} c ON c.user_id = u.id
    WHERE u.id = ${user.id} AND u.suspended_at IS NULL AND c.id = ${accessToken?.id ?? sessionId}
    FOR KEY SHARE OF u, c`.execute(trx)
  if (rows.length === 0) throw unauthenticated()
}

/**
 * Changes accounts in one transaction if the caller is still signed in; throws 401 otherwise.
 * Calls of one user run in turn. `userId` is the user whom `act` locks with `lockUser`: both rows
 * are locked here by their number, so that two administrators do not wait for each other.
 */
export function changeAccounts<T>(
  db: Db,
  signedIn: SignedIn,
  act: (trx: Transaction) => Promise<T>,
  userId?: number,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const ids = new Set([signedIn.user.id, userId ?? signedIn.user.id])
    for (const id of [...ids].sort((one, other) => one - other)) {
      const user = trx.selectFrom('app_user').select('id').where('id', '=', id)
      // Not FOR UPDATE unless needed: a rate of the same user refers to this row.
      await (id === userId ? user.forUpdate() : user.forNoKeyUpdate()).execute()
    }
    await lockAccess(trx, signedIn)
    return act(trx)
  })
}

/** Locks a user's row until the transaction ends. Throws 404 if it is unknown or erased. */
export async function lockUser(trx: Transaction, userId: number) {
  return trx
    .selectFrom('app_user')
    .select(['name', 'email', 'verified_at', 'approved_at', 'suspended_at'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('not_found', t.accountText.noUser))
}
