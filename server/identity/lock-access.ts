import { sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'
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
