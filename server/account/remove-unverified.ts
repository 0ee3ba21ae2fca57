import { SYSTEM } from '../identity/actor.ts'
import type { Db } from '../database/schema.ts'
import { eraseUser } from './erase-user.ts'

/** Accounts removed in one run; the rest waits for the next. */
const MAX_REMOVED = 500

/**
 * Erases accounts made before `before` and never verified, each in a transaction, with their rows.
 * A row that a sign-in holds is left for the next time.
 */
export async function removeUnverified(db: Db, before: Date, now: Date): Promise<void> {
  for (let removed = 0; removed < MAX_REMOVED; removed++)
    if (!(await removeOne(db, before, now))) return
}

function removeOne(db: Db, before: Date, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .innerJoin('sign_in_code', 'sign_in_code.user_id', 'app_user.id')
      .select('app_user.id')
      .where('verified_at', 'is', null)
      .where('erased_at', 'is', null)
      .where('app_user.created_at', '<', before)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!user) return false
    // Whoever typed the address may not be whom the operator invited.
    await eraseUser(trx, { userId: user.id, actor: SYSTEM, at: now, keepsInvitation: true })
    await trx.deleteFrom('app_user').where('id', '=', user.id).execute()
    return true
  })
}
