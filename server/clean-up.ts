import { sql } from 'kysely'
import type { BaseDependencies } from './base-dependencies.ts'
import { removeUnverified } from './account/erase-user.ts'
import { cleanUpAlerts } from './alerts/store.ts'
import { deleteUnusedBudgets } from './email/budgets.ts'
import { LIMIT_WINDOW_MINUTES, RETENTION_DAYS } from './identity/retention.ts'
import { idleSince } from './identity/session.ts'

const DAY_MS = 86_400_000
/**
 * Deletes what has expired: sessions, counted calls, old emails, unverified accounts. Several
 * servers may do it at once.
 */
export async function cleanUp({
  db,
  clock,
}: Pick<BaseDependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql`DELETE FROM app_session WHERE expires_at <= ${now} OR last_seen_at <=
    ${idleSince(now)}`.execute(db)
  await sql`DELETE FROM access_token WHERE expires_at <
    ${before(RETENTION_DAYS.expiredToken)}`.execute(db)
  await sql`DELETE FROM recent_calls WHERE calls[cardinality(calls)] <
    ${new Date(now.getTime() - LIMIT_WINDOW_MINUTES.calls * 60_000)}`.execute(db)
  await sql`DELETE FROM email_outbox WHERE details IS NULL AND created_at <
    ${before(RETENTION_DAYS.email)}`.execute(db)
  await deleteUnusedBudgets(db, now)
  await cleanUpAlerts(db, before(RETENTION_DAYS.unverified), now)
  await removeUnverified(db, before(RETENTION_DAYS.unverified), now)
  await sql`DELETE FROM known_device WHERE last_seen_at < ${before(RETENTION_DAYS.device)}`.execute(
    db,
  )
}
