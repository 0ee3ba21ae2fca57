import { sql } from 'kysely'
import type { Language } from '../../contract/language.ts'
import { MAX_ALERTS, type AlertRule, type AlertState } from '../../domain/alerts/alert-rule.ts'
import { rateOf } from '../../domain/money.ts'
import type { Currency } from '../../domain/currency.ts'
import { seriesOf, type RateKind } from '../../domain/series.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { tokenHash } from '../identity/secrets.ts'

export interface Subscriber {
  readonly id: number
  readonly email: string
}

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
  const { rows } = await sql<AlertRow>`
    SELECT * FROM public.alert_rule WHERE subscriber_id = ${subscriberId} ORDER BY id`.execute(db)
  return rows.map(toAlert)
}

export async function readConfirmedAlerts(
  db: Db,
  after: number,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM public.alert_rule WHERE confirmed_at IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(toAlert)
}

export async function hasAllAlerts(trx: Transaction, subscriberId: number): Promise<boolean> {
  const alerts = await readAlerts(trx, subscriberId)
  return alerts.filter(({ confirmed }) => confirmed).length >= MAX_ALERTS
}

export async function lockAlert(trx: Transaction, subscriberId: number, id: number) {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM public.alert_rule WHERE subscriber_id = ${subscriberId} AND id = ${id}
    FOR UPDATE`.execute(trx)
  return rows[0] && toAlert(rows[0])
}

/** Skips alerts that another process holds. */
export async function claimAlerts(trx: Transaction, ids: readonly number[]) {
  const { rows } = await sql<AlertRow & { email: string }>`
    SELECT r.*, s.email
    FROM public.alert_rule r JOIN public.alert_subscriber s ON s.id = r.subscriber_id
    WHERE r.id = ANY (${ids}::bigint[]) AND r.confirmed_at IS NOT NULL
    ORDER BY r.id FOR UPDATE OF r SKIP LOCKED`.execute(trx)
  return rows.map(({ email, ...row }) => ({ ...toAlert(row), email }))
}

export async function lockSubscriberOfLink(trx: Transaction, token: string, now: Date) {
  const { rows } = await sql<Subscriber>`
    SELECT s.id, s.email
    FROM public.alert_link l JOIN public.alert_subscriber s ON s.id = l.subscriber_id
    WHERE l.manage_hash = ${tokenHash(token)} AND l.expires_at > ${now}
    FOR NO KEY UPDATE OF s`.execute(trx)
  return rows[0]
}

export interface RuleRow extends Pick<AlertRule, 'condition' | 'move' | 'hour'> {
  readonly currency: Currency | null
  readonly kind: RateKind | null
  readonly bank: string | null
  readonly rate: string | null
  readonly language: Language
  readonly created_at: Date
  readonly confirmed_at: Date | null
}

interface AlertRow extends RuleRow {
  readonly id: number
  readonly subscriber_id: number
  readonly armed: boolean
  readonly seen_day: AlertState['seenDay']
  readonly seen_version: number
  readonly sent_on: AlertState['sentOn']
}

function toAlert(row: AlertRow): StoredAlert {
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
