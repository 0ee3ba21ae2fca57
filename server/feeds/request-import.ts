import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/** A publisher is asked at most once in so long, whoever presses. */
const PAUSE_MS = 60_000

/**
 * Makes the next import due now. Throws 409 where one is due, 429 within a minute of the last try.
 */
export async function requestImport(trx: Transaction, feed: RateFeedName, act: Act): Promise<void> {
  const { at } = act
  const state = await trx
    .selectFrom('rate_feed_state')
    .select(['last_try_at', 'next_try_at'])
    .where('feed', '=', feed)
    .forUpdate()
    .executeTakeFirst()
  // Without a row no import was made yet, and the first is due at once.
  if (!state || state.next_try_at <= at) throw new ApiError('conflict', t.adminText.importUnderWay)
  const wait = Math.ceil((state.last_try_at.getTime() + PAUSE_MS - at.getTime()) / 1000)
  if (wait > 0)
    throw new ApiError(
      'too_many_requests',
      t.adminText.importTooEarly({ wait: waitInWords(wait) }),
      { retryAfter: wait },
    )
  await trx
    .updateTable('rate_feed_state')
    .set({ next_try_at: at })
    .where('feed', '=', feed)
    .execute()
  await recordAuditEntry(trx, act, 'request import', t.auditText.importRequested({ feed }), {
    metadata: { source: feed },
  })
}
