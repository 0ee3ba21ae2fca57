import { sql } from 'kysely'
import type { BaseDependencies } from './base-dependencies.ts'
import { deleteUnusedBudgets } from './email/email-budget-queries.ts'
import { removeUnverified } from './account/remove-unverified.ts'
import { idleSince } from './identity/session.ts'
import { tidyAlerts } from './alerts/alert-queries.ts'

const DAY_MS = 86_400_000
/** What became of an email is kept this long for whoever looks into a complaint; its content is gone long before. */
const EMAIL_DAYS = 30
/** An account whose address was never proven is removed after this. */
const UNVERIFIED_DAYS = 1
/** A device that was not used for a year is new again. */
const DEVICE_DAYS = 365
/** An expired access token is shown to its owner so long. */
const EXPIRED_TOKEN_DAYS = 30

/**
 * Deletes what is dead at the clock's time: sessions, counted calls, old emails, unverified accounts. Any number of servers
 * may do it at once.
 */
export async function tidy({ db, clock }: Pick<BaseDependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql`DELETE FROM app_session WHERE expires_at <= ${now} OR last_seen_at <= ${idleSince(now)}`.execute(
    db,
  )
  await sql`DELETE FROM access_token WHERE expires_at < ${before(EXPIRED_TOKEN_DAYS)}`.execute(db)
  await sql`DELETE FROM secure_account_link WHERE expires_at <= ${now}`.execute(db)
  await sql`DELETE FROM recent_calls WHERE calls[cardinality(calls)] < ${new Date(now.getTime() - 60_000)}`.execute(
    db,
  )
  await sql`DELETE FROM email_outbox WHERE encrypted IS NULL AND created_at < ${before(EMAIL_DAYS)}`.execute(
    db,
  )
  await deleteUnusedBudgets(db, now)
  await tidyAlerts(db, before(UNVERIFIED_DAYS), now)
  await removeUnverified(db, before(UNVERIFIED_DAYS), now)
  await sql`DELETE FROM known_device WHERE last_seen_at < ${before(DEVICE_DAYS)}`.execute(db)
}
