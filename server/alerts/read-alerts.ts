import type { Selectable } from 'kysely'
import type { Language } from '../../contract/language.ts'
import { MAX_ALERTS, type AlertRule, type AlertState } from '../../domain/alerts/alert-rule.ts'
import { rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import type { Database, Db, Transaction } from '../database/schema.ts'
import { tokenHash } from '../identity/secrets.ts'

export interface StoredAlert {
  readonly id: number
  readonly subscriberId: number
  readonly rule: AlertRule
  readonly state: AlertState
  readonly language: Language
  readonly createdAt: Date
  readonly confirmed: boolean
}

export async function readAlerts(db: Db, subscriberId: number): Promise<StoredAlert[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('id')
    .execute()
  return rows.map(toAlert)
}

export async function readConfirmedAlerts(
  db: Db,
  after: number,
  limit: number,
): Promise<StoredAlert[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAlert)
}

export async function hasAllAlerts(trx: Transaction, subscriberId: number): Promise<boolean> {
  const alerts = await readAlerts(trx, subscriberId)
  return alerts.filter(({ confirmed }) => confirmed).length >= MAX_ALERTS
}

export async function lockAlert(trx: Transaction, subscriberId: number, id: number) {
  const row = await trx
    .selectFrom('alert_rule')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toAlert(row)
}

/** Skips alerts that another process holds. */
export async function claimAlerts(trx: Transaction, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('alert_rule as r')
    .innerJoin('alert_subscriber as s', 's.id', 'r.subscriber_id')
    .selectAll('r')
    .select('s.email')
    .where('r.id', 'in', ids)
    .where('r.confirmed_at', 'is not', null)
    .orderBy('r.id')
    .forUpdate('r')
    .skipLocked()
    .execute()
  return rows.map(({ email, ...row }) => ({ ...toAlert(row), email }))
}

export async function lockSubscriberOfLink(trx: Transaction, token: string, now: Date) {
  return trx
    .selectFrom('alert_link as l')
    .innerJoin('alert_subscriber as s', 's.id', 'l.subscriber_id')
    .select(['s.id', 's.email'])
    .where('l.manage_hash', '=', tokenHash(token))
    .where('l.expires_at', '>', now)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
}

function toAlert(row: Selectable<Database['alert_rule']>): StoredAlert {
  const { id, subscriber_id, condition, currency, kind, bank, rate, move, hour } = row
  return {
    id,
    subscriberId: subscriber_id,
    rule: {
      condition,
      series: currency && kind && seriesOf(currency, kind, bank),
      rate: rate === null ? null : rateOf(rate),
      move,
      hour,
    },
    state: {
      armed: row.armed,
      seenDay: row.seen_day,
      seenVersion: row.seen_version,
      sentOn: row.sent_on,
    },
    language: row.language,
    createdAt: row.created_at,
    confirmed: row.confirmed_at !== null,
  }
}
