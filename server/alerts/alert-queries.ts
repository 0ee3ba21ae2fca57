import { sql, type Selectable } from 'kysely'
import type { Language } from '../../contract/language.ts'
import { MAX_ALERTS, type AlertRule, type AlertState } from '../../domain/alerts/alert-rule.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import type { Database, Db, Transaction } from '../database/schema.ts'

export interface StoredAlert {
  readonly id: number
  readonly subscriberId: number
  readonly rule: AlertRule
  readonly state: AlertState
  /** Of its emails. */
  readonly language: Language
  readonly createdAt: Date
  readonly confirmed: boolean
}

/** Whose alerts a link manages. */
export interface Subscriber {
  readonly id: number
  readonly email: string
}

/** The address's row, made where there is none, and locked until the transaction ends. */
export async function lockSubscriber(
  trx: Transaction,
  email: string,
  mailbox: string,
): Promise<Subscriber> {
  return trx
    .insertInto('alert_subscriber')
    .values({ email, mailbox, confirmation_sent_at: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ mailbox }))
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/**
 * Notes that a confirmation is sent; false where the address had one after `since`, or its mailbox
 * `most` others. Requests for one mailbox wait for each other.
 */
export async function takeConfirmation(
  trx: Transaction,
  { id, mailbox, most }: { readonly id: number; readonly mailbox: string; readonly most: number },
  since: Date,
  now: Date,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`.execute(trx)
  const { rows } = await sql`
    UPDATE alert_subscriber SET confirmation_sent_at = ${now} WHERE id = ${id} AND (
      SELECT count(*) < ${most} AND count(*) FILTER (WHERE id = ${id}) = 0
      FROM alert_subscriber WHERE mailbox = ${mailbox} AND confirmation_sent_at > ${since})
    RETURNING 1`.execute(trx)
  return rows.length > 0
}

/** Whether a held subscriber has as many confirmed alerts as there may be. */
export async function hasAllAlerts(trx: Transaction, subscriberId: number): Promise<boolean> {
  const alerts = await readAlerts(trx, subscriberId)
  return alerts.filter(({ confirmed }) => confirmed).length >= MAX_ALERTS
}

/**
 * Adds an alert to a held subscriber, or confirms the same one. Unconfirmed ones have places of
 * their own, and the oldest makes way: filling them keeps nobody from adding one.
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
  const confirmation = { confirmed_at: confirmed ? now : null, ...columnsOf(state) }
  await trx
    .insertInto('alert_rule')
    .values({
      subscriber_id: subscriberId,
      condition,
      currency: series?.currency ?? null,
      kind: series?.kind ?? null,
      publisher: series?.publisher ?? null,
      rate: rate === null ? null : formatRate(rate),
      move,
      hour,
      language,
      created_at: now,
      ...confirmation,
    })
    .onConflict((conflict) =>
      confirmed
        ? conflict
            .columns(['subscriber_id', 'condition', 'currency', 'kind', 'publisher'])
            .columns(['rate', 'move', 'hour'])
            .doUpdateSet({ language, ...confirmation })
            .where('alert_rule.confirmed_at', 'is', null)
        : conflict.doNothing(),
    )
    .execute()
  await sql`
    DELETE FROM alert_rule WHERE id IN (
      SELECT id FROM alert_rule WHERE subscriber_id = ${subscriberId} AND confirmed_at IS NULL
      ORDER BY id DESC OFFSET ${MAX_ALERTS})`.execute(trx)
}

/** The alerts of an address, the oldest first. */
export async function readAlerts(db: Db, subscriberId: number): Promise<StoredAlert[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('id')
    .execute()
  return rows.map(alertOf)
}

/** One alert of an address, locked; undefined where it has ended. */
export async function lockAlert(trx: Transaction, subscriberId: number, id: number) {
  const row = await trx
    .selectFrom('alert_rule')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && alertOf(row)
}

/** From now on an alert sends emails, beginning with this state. */
export async function confirmAlert(trx: Transaction, id: number, state: AlertState, now: Date) {
  await trx
    .updateTable('alert_rule')
    .set({ confirmed_at: now, ...columnsOf(state) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Ends an alert, with what waits to be sent for it. */
export async function deleteAlert(db: Db, subscriberId: number, id: number): Promise<void> {
  await db
    .deleteFrom('alert_rule')
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', id)
    .execute()
}

/** Confirmed alerts after a number, in their order. */
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
  return rows.map(alertOf)
}

/**
 * These alerts as they are now, with their addresses, locked; one that another process holds is
 * left out.
 */
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
  return rows.map(({ email, ...row }) => ({ ...alertOf(row), email }))
}

/** Writes how an alert stands. */
export async function storeState(trx: Transaction, id: number, state: AlertState): Promise<void> {
  await trx.updateTable('alert_rule').set(columnsOf(state)).where('id', '=', id).execute()
}

/**
 * Deletes dead links, alerts not confirmed in time, and addresses without any. `before`: a day ago.
 */
export async function cleanUpAlerts(db: Db, before: Date, now: Date): Promise<void> {
  await sql`DELETE FROM alert_link WHERE expires_at <= ${now}`.execute(db)
  await sql`DELETE FROM alert_rule WHERE confirmed_at IS NULL AND created_at < ${before}`.execute(
    db,
  )
  // An address without alerts is kept for the day in which it gets no second confirmation.
  await sql`
    DELETE FROM alert_subscriber s WHERE NOT EXISTS (SELECT FROM alert_rule r WHERE r.subscriber_id
    = s.id)
      AND (confirmation_sent_at IS NULL OR confirmation_sent_at < ${before})`.execute(db)
}

const columnsOf = ({ armed, seenDay, seenVersion, sentOn }: AlertState) => ({
  armed,
  seen_day: seenDay,
  seen_version: seenVersion,
  sent_on: sentOn,
})

function alertOf(row: Selectable<Database['alert_rule']>): StoredAlert {
  const { id, subscriber_id, condition, currency, kind, publisher, rate, move, hour } = row
  return {
    id,
    subscriberId: subscriber_id,
    rule: {
      condition,
      series: currency && kind && seriesOf(currency, kind, publisher),
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
