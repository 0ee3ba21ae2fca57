import { sql } from 'kysely'
import { MAX_ALERTS, type AlertRule, type AlertState } from '../../domain/alerts/alert-rule.ts'
import { formatRate } from '../../domain/money.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { newToken, tokenHash } from '../identity/secrets.ts'
import type { StoredAlert } from './read-alerts.ts'

export interface Subscriber {
  readonly id: number
  readonly email: string
}

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
  const confirmation = { confirmed_at: confirmed ? now : null, ...toColumns(state) }
  await trx
    .insertInto('alert_rule')
    .values({
      subscriber_id: subscriberId,
      condition,
      currency: series?.currency ?? null,
      kind: series?.kind ?? null,
      bank: series?.publisher ?? null,
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
            .columns(['subscriber_id', 'condition', 'currency', 'kind', 'bank'])
            .columns(['rate', 'move', 'hour'])
            .doUpdateSet({ language, ...confirmation })
            .where('alert_rule.confirmed_at', 'is', null)
        : conflict.doNothing(),
    )
    .execute()
  await sql`
    DELETE FROM public.alert_rule WHERE id IN (
      SELECT id FROM public.alert_rule
      WHERE subscriber_id = ${subscriberId} AND confirmed_at IS NULL
      ORDER BY id DESC OFFSET ${MAX_ALERTS})`.execute(trx)
}

export async function confirmAlert(trx: Transaction, id: number, state: AlertState, now: Date) {
  await trx
    .updateTable('alert_rule')
    .set({ confirmed_at: now, ...toColumns(state) })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function storeState(trx: Transaction, id: number, state: AlertState): Promise<void> {
  await trx.updateTable('alert_rule').set(toColumns(state)).where('id', '=', id).execute()
}

const toColumns = ({ armed, seenDay, seenVersion, sentOn }: AlertState) => ({
  armed,
  seen_day: seenDay,
  seen_version: seenVersion,
  sent_on: sentOn,
})

const LINK_DAYS = 180

export async function createLinks(
  db: Db,
  subscriberId: number,
  alertId: number | null,
  now: Date,
): Promise<{ readonly manage: string; readonly unsubscribe: string }> {
  const links = { manage: newToken(), unsubscribe: newToken() }
  await db
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

/** Deletes its waiting emails too. */
export async function deleteAlert(db: Db, subscriberId: number, id: number): Promise<void> {
  await db
    .deleteFrom('alert_rule')
    .where('subscriber_id', '=', subscriberId)
    .where('id', '=', id)
    .execute()
}

export async function deleteByUnsubscribeToken(db: Db, token: string, now: Date): Promise<void> {
  await db
    .deleteFrom('alert_rule as r')
    .using('alert_link as l')
    .whereRef('r.id', '=', 'l.rule_id')
    .where('l.unsubscribe_hash', '=', tokenHash(token))
    .where('l.expires_at', '>', now)
    .execute()
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
