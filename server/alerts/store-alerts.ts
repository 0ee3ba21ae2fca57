import { sql } from 'kysely'
import type { Language } from '../../contract/language.ts'
import { MAX_ALERTS, type AlertRule, type AlertState } from '../../domain/alerts/alert-rule.ts'
import type { Currency } from '../../domain/currency.ts'
import { rateOf, formatRate } from '../../domain/money.ts'
import { seriesOf, type RateKind } from '../../domain/series.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { tokenHash, newToken } from '../identity/secrets.ts'

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
    SELECT ${ALERT} FROM public.alert_rule r WHERE subscriber_id = ${subscriberId} ORDER BY id`.execute(
    db,
  )
  return rows.map(toAlert)
}

export async function readConfirmedAlerts(
  db: Db,
  after: number,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<AlertRow>`
    SELECT ${ALERT} FROM public.alert_rule r WHERE confirmed_at IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(toAlert)
}

export async function hasAllAlerts(trx: Transaction, subscriberId: number): Promise<boolean> {
  const alerts = await readAlerts(trx, subscriberId)
  return alerts.filter(({ confirmed }) => confirmed).length >= MAX_ALERTS
}

export async function lockAlert(trx: Transaction, subscriberId: number, id: number) {
  const { rows } = await sql<AlertRow>`
    SELECT ${ALERT} FROM public.alert_rule r WHERE subscriber_id = ${subscriberId} AND id = ${id}
    FOR UPDATE`.execute(trx)
  return rows[0] && toAlert(rows[0])
}

export async function claimAlerts(trx: Transaction, ids: readonly number[]) {
  const { rows } = await sql<AlertRow>`
    SELECT ${ALERT} FROM public.alert_rule r
    WHERE id = ANY (${ids}::bigint[]) AND confirmed_at IS NOT NULL
    ORDER BY id FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map(toAlert)
}

export async function lockSubscriberOfLink(trx: Transaction, token: string, now: Date) {
  const { rows } = await sql<Subscriber>`
    SELECT s.id, s.email
    FROM public.alert_link l JOIN public.alert_subscriber s ON s.id = l.subscriber_id
    WHERE l.manage_hash = ${tokenHash(token)} AND l.expires_at > ${now}
    FOR NO KEY UPDATE OF s`.execute(trx)
  return rows[0]
}

const ALERT = sql`r.id, r.subscriber_id AS "subscriberId", r.condition, r.currency, r.kind, r.bank,
  r.rate, r.move, r.hour, r.language, r.created_at AS "createdAt",
  r.confirmed_at IS NOT NULL AS confirmed, r.armed, r.seen_day AS "seenDay",
  r.seen_version AS "seenVersion", r.sent_on AS "sentOn"`

interface AlertRow
  extends
    Omit<StoredAlert, 'rule' | 'state'>,
    AlertState,
    Pick<AlertRule, 'condition' | 'move' | 'hour'> {
  readonly currency: Currency | null
  readonly kind: RateKind | null
  readonly bank: string | null
  readonly rate: string | null
}

function toAlert(row: AlertRow): StoredAlert {
  const { condition, currency, kind, bank, rate, move, hour, ...rest } = row
  const { armed, seenDay, seenVersion, sentOn, ...alert } = rest
  const series = currency && kind && seriesOf(currency, kind, bank)
  return {
    ...alert,
    rule: { condition, series, rate: rate === null ? null : rateOf(rate), move, hour },
    state: { armed, seenDay, seenVersion, sentOn },
  }
}

export async function lockSubscriber(
  trx: Transaction,
  email: string,
  mailbox: string,
): Promise<Subscriber> {
  const { rows } = await sql<Subscriber>`
    INSERT INTO public.alert_subscriber (email, mailbox) VALUES (${email}, ${mailbox})
    ON CONFLICT (email) DO UPDATE SET mailbox = excluded.mailbox
    RETURNING id, email`.execute(trx)
  if (!rows[0]) throw new Error('No subscriber')
  return rows[0]
}

/**
 * Returns false if the address had a confirmation after `since`, or its mailbox `most` others.
 * Requests for a mailbox run in turn.
 */
export async function takeConfirmation(
  trx: Transaction,
  { id, mailbox, most }: { readonly id: number; readonly mailbox: string; readonly most: number },
  since: Date,
  now: Date,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`.execute(trx)
  const { rows } = await sql`
    UPDATE public.alert_subscriber SET confirmation_sent_at = ${now} WHERE id = ${id} AND (
      SELECT count(*) < ${most} AND count(*) FILTER (WHERE id = ${id}) = 0
      FROM public.alert_subscriber WHERE mailbox = ${mailbox} AND confirmation_sent_at > ${since})
    RETURNING 1`.execute(trx)
  return rows.length > 0
}

/**
 * Confirms an equal alert instead. Deletes the oldest unconfirmed one if there are too many, so
 * that a stranger cannot use up an address.
 */
export async function insertAlert(
  trx: Transaction,
  subscriberId: number,
  { condition, series, rate, move, hour }: AlertRule,
  state: AlertState,
  {
    language,
    now,
    confirmed,
  }: Pick<StoredAlert, 'language' | 'confirmed'> & { readonly now: Date },
): Promise<void> {
  const { currency = null, kind = null, publisher = null } = series ?? {}
  const { armed, seenDay, seenVersion, sentOn } = state
  const onConflict = confirmed
    ? sql`(subscriber_id, condition, currency, kind, bank, rate, move, hour) DO UPDATE
      SET language = ${language}, confirmed_at = ${now}, ${stateColumns(state)}
      WHERE r.confirmed_at IS NULL`
    : sql`DO NOTHING`
  await sql`
    INSERT INTO public.alert_rule AS r (subscriber_id, condition, currency, kind, bank, rate, move,
      hour, language, created_at, confirmed_at, armed, seen_day, seen_version, sent_on)
    VALUES (${subscriberId}, ${condition}, ${currency}, ${kind}, ${publisher},
      ${rate === null ? null : formatRate(rate)}, ${move}, ${hour}, ${language}, ${now},
      ${confirmed ? now : null}, ${armed}, ${seenDay}, ${seenVersion}, ${sentOn})
    ON CONFLICT ${onConflict}`.execute(trx)
  await sql`
    DELETE FROM public.alert_rule WHERE id IN (
      SELECT id FROM public.alert_rule
      WHERE subscriber_id = ${subscriberId} AND confirmed_at IS NULL
      ORDER BY id DESC OFFSET ${MAX_ALERTS})`.execute(trx)
}

export async function confirmAlert(trx: Transaction, id: number, state: AlertState, now: Date) {
  await sql`
    UPDATE public.alert_rule SET confirmed_at = ${now}, ${stateColumns(state)}
    WHERE id = ${id} AND confirmed_at IS NULL`.execute(trx)
}

export async function storeState(trx: Transaction, id: number, state: AlertState): Promise<void> {
  await sql`UPDATE public.alert_rule SET ${stateColumns(state)} WHERE id = ${id}`.execute(trx)
}

const stateColumns = ({ armed, seenDay, seenVersion, sentOn }: AlertState) => sql`armed = ${armed},
  seen_day = ${seenDay}, seen_version = ${seenVersion}, sent_on = ${sentOn}`

const LINK_DAYS = 180

export async function createLinks(
  db: Db,
  subscriberId: number,
  alertId: number | null,
  now: Date,
): Promise<{ readonly manage: string; readonly unsubscribe: string }> {
  const links = { manage: newToken(), unsubscribe: newToken() }
  const unsubscribeHash = alertId === null ? null : tokenHash(links.unsubscribe)
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 86_400_000)
  await sql`
    INSERT INTO public.alert_link
      (manage_hash, unsubscribe_hash, subscriber_id, rule_id, expires_at)
    VALUES (${tokenHash(links.manage)}, ${unsubscribeHash}, ${subscriberId}, ${alertId},
      ${expiresAt})`.execute(db)
  return links
}

/** Deletes its waiting emails too. */
export async function deleteAlert(db: Db, subscriberId: number, id: number): Promise<void> {
  await sql`
    DELETE FROM public.alert_rule WHERE subscriber_id = ${subscriberId} AND id = ${id}`.execute(db)
}

export async function deleteByUnsubscribeToken(db: Db, token: string, now: Date): Promise<void> {
  await sql`
    DELETE FROM public.alert_rule r USING public.alert_link l
    WHERE r.id = l.rule_id AND l.unsubscribe_hash = ${tokenHash(token)}
      AND l.expires_at > ${now}`.execute(db)
}

export async function cleanUpAlerts(db: Db, before: Date, now: Date): Promise<void> {
  await sql`DELETE FROM public.alert_link WHERE expires_at <= ${now}`.execute(db)
  await sql`
    DELETE FROM public.alert_rule WHERE confirmed_at IS NULL AND created_at < ${before}`.execute(db)
  // An address without alerts stays for a day, so that it gets no second confirmation.
  await sql`
    DELETE FROM public.alert_subscriber s
    WHERE NOT EXISTS (SELECT FROM public.alert_rule r WHERE r.subscriber_id = s.id)
      AND (confirmation_sent_at IS NULL OR confirmation_sent_at < ${before})`.execute(db)
}
