import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/**
 * Holds a user's row until the transaction ends. Throws 404 where there is none or it is erased.
 */
export async function lockUser(trx: Transaction, userId: number) {
  return trx
    .selectFrom('app_user')
    .select(['name', 'email', 'verified_at', 'approved_at', 'suspended_at'])
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('not_found', t.accountText.noUser))
}
