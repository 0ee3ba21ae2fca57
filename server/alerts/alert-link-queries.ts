import type { Db, Transaction } from '../database/schema.ts'
import { newToken, tokenHash } from '../identity/secrets.ts'

/** The links of an email about an alert work for so long; one of a newer email works as well. */
const LINK_DAYS = 180

/**
 * The tokens of an email: one opens its owner's alerts, the other, where it is for an alert, ends
 * that one.
 */
export type AlertLinks = Awaited<ReturnType<typeof createLinks>>

/** Makes the links of one email. Only their hashes are stored. */
export async function createLinks(
  trx: Transaction,
  subscriberId: number,
  alertId: number | null,
  now: Date,
) {
  const links = { manage: newToken(), unsubscribe: newToken() }
  await trx
    .insertInto('alert_link')
    .values({
      manage_hash: tokenHash(links.manage),
      unsubscribe_hash: alertId === null ? null : tokenHash(links.unsubscribe),
      subscriber_id: subscriberId,
      rule_id: alertId,
      expires_at: new Date(now.getTime() + LINK_DAYS * 86_400_000),
    })
    .execute()
  return links
}

/** Whose alerts a live link manages; with `holds` locked, so that nothing is added meanwhile. */
export async function findSubscriber(db: Db, token: string, now: Date, { holds = false } = {}) {
  return db
    .selectFrom('alert_link as l')
    .innerJoin('alert_subscriber as s', 's.id', 'l.subscriber_id')
    .select(['s.id', 's.email'])
    .where('l.manage_hash', '=', tokenHash(token))
    .where('l.expires_at', '>', now)
    .$if(holds, (query) => query.forNoKeyUpdate('s'))
    .executeTakeFirst()
}

/** Ends the alert of an email with this token, if there is one. */
export async function deleteByUnsubscribeToken(db: Db, token: string, now: Date): Promise<void> {
  await db
    .deleteFrom('alert_rule as r')
    .using('alert_link as l')
    .whereRef('r.id', '=', 'l.rule_id')
    .where('l.unsubscribe_hash', '=', tokenHash(token))
    .where('l.expires_at', '>', now)
    .execute()
}
