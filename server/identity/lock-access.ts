import { sql } from 'kysely'
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
      const user = trx.selectFrom('app_user').select('id').where('id', '=', id)
      // FOR UPDATE would block foreign keys of the user's rates.
      await (id === userId ? user.forUpdate() : user.forNoKeyUpdate()).execute()
    }
    await lockAccess(trx, signedIn)
    return act(trx)
  })
}

/** Throws 404 for an unknown or erased user. */
export async function lockUser(trx: Transaction, userId: number) {
  return trx
    .selectFrom('app_user')
    .select(['name', 'email', 'verified_at', 'approved_at', 'suspended_at'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('not_found', t.accountText.noUser))
}
