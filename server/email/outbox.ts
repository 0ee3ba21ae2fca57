import { sql } from 'kysely'
import type { AccessToken } from '../../contract/access-token.ts'
import type { EmailPurpose } from '../../contract/admin.ts'
import type { Language } from '../../contract/language.ts'
import type { User } from '../../contract/sign-in.ts'
import type { Context } from '../context.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { readClientInfo, deviceName, type RequestContext } from '../identity/actor.ts'
import type { Origin, Paragraph } from './compose.ts'

/** Longer than the longest attempt. */
const LEASE_SECONDS = 60
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 120

export interface EmailDependencies extends Context {
  /** Call after the commit. */
  readonly wakeEmailWorker: () => void
}

export function readOrigin({ request, now }: RequestContext): Origin {
  const { device, ip } = readClientInfo(request)
  return { device: deviceName(device), ip, at: now.toISOString() }
}

interface AlertDetails {
  readonly language: Language
  readonly subject: string
  readonly paragraphs: readonly (Paragraph | { readonly words: string; readonly manage: true })[]
}

/** Contains no secret: codes and links are drawn for each attempt. */
interface Details extends Record<EmailPurpose, object> {
  readonly 'sign-in code': Origin & { readonly language: Language; readonly welcome: boolean }
  readonly 'new device': Origin
  readonly 'new access token': Origin &
    Pick<AccessToken, 'scope'> & { readonly accessTokenId: number; readonly expiresAt: string }
  readonly invitation: { readonly to: string }
  readonly 'approval request': { readonly to: string }
  readonly approval: object
  readonly alert: AlertDetails
  readonly 'alert confirmation': AlertDetails
}

type Waiting<P extends EmailPurpose> = { readonly purpose: P; readonly details: Details[P] }

type QueuedEmail = { [P in EmailPurpose]: Waiting<P> }[EmailPurpose] & {
  readonly userId: number | null
  readonly subscriberId?: number
  readonly alertId?: number
  readonly expiresAt: Date
  readonly sendAt?: Date
}

export type ClaimedEmail<P extends EmailPurpose = EmailPurpose> = {
  [Each in P]: Waiting<Each>
}[P] & {
  readonly id: number
  readonly userId: number | null
  readonly subscriberId: number | null
  readonly alertId: number | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly attempts: number
}

/** A withdrawn email is no failure. */
export const WITHDRAWN = 'withdrawn'

export async function queueEmail(
  trx: Transaction,
  { userId, subscriberId, alertId, purpose, details, expiresAt, sendAt }: QueuedEmail,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO public.email_outbox (user_id, subscriber_id, alert_rule_id, purpose, details,
      created_at, expires_at, next_attempt_at)
    VALUES (${userId}, ${subscriberId ?? null}, ${alertId ?? null}, ${purpose},
      ${JSON.stringify(details)}, ${now}, ${expiresAt}, ${sendAt ?? now})`.execute(trx)
}

/** Alerts come last, so that codes never wait behind them. */
export async function claimEmails(db: Db, now: Date, limit: number): Promise<ClaimedEmail[]> {
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const { rows } = await sql<ClaimedEmail>`
    UPDATE public.email_outbox
    SET lease_until = ${lease}, attempts = attempts + 1, last_attempt_at = ${now}
    WHERE id IN (
      SELECT id FROM public.email_outbox
      WHERE details IS NOT NULL AND next_attempt_at <= ${now}
        AND (lease_until IS NULL OR lease_until <= ${now})
      ORDER BY purpose = 'alert', next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, purpose, details, user_id AS "userId", subscriber_id AS "subscriberId",
      alert_rule_id AS "alertId", created_at AS "createdAt", expires_at AS "expiresAt",
      attempts`.execute(db)
  return rows
}

/** Read for each attempt: the user may have changed, or been erased, while the email waited. */
export async function readRecipient(db: Db, userId: number | null) {
  type Row = Omit<User, 'id'> & { language: Language; verified_at: Date | null }
  const { rows } = await sql<Row>`
    SELECT name, email, language, verified_at FROM public.app_user WHERE id = ${userId}`.execute(db)
  return rows[0]
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE public.email_outbox SET details = NULL, sent_at = ${now}, given_up_at = NULL,
      lease_until = NULL, last_error = NULL
    WHERE id = ${id} AND sent_at IS NULL`.execute(db)
}

export async function giveUp(db: Db, id: number, reason: string, now: Date): Promise<void> {
  await sql`
    UPDATE public.email_outbox SET details = NULL, given_up_at = ${now}, lease_until = NULL,
      last_error = ${reason.slice(0, 300)}
    WHERE id = ${id} AND details IS NOT NULL`.execute(db)
}

export async function postpone(
  db: Db,
  { id, attempts }: Pick<ClaimedEmail, 'id' | 'attempts'>,
  reason: string,
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + pauseSeconds(attempts) * 1000)
  await sql`
    UPDATE public.email_outbox SET next_attempt_at = ${next}, lease_until = NULL,
      last_error = ${reason.slice(0, 300)}
    WHERE id = ${id} AND details IS NOT NULL`.execute(db)
}

/** 5, 10, 20, … 120 s, each between half and all, so that emails do not retry together. */
export function pauseSeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  return pause * (0.5 + random() / 2)
}

export async function nextDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    SELECT min(greatest(next_attempt_at, lease_until)) AS due FROM public.email_outbox
    WHERE details IS NOT NULL`.execute(db)
  return rows[0]?.due ?? null
}

/** Ignores alerts and unknown mailboxes. */
export async function deliveryState(db: Db, now: Date): Promise<'queued' | 'delayed'> {
  const since = new Date(now.getTime() - 900_000)
  const { rows } = await sql<{ failed: boolean }>`
    SELECT last_error IS NOT NULL AS failed FROM public.email_outbox
    WHERE last_attempt_at > ${since} AND lease_until IS NULL AND subscriber_id IS NULL
      AND last_error IS DISTINCT FROM ${WITHDRAWN}
      AND (given_up_at IS NOT NULL AND last_error LIKE '% RCPT TO') IS NOT TRUE
    ORDER BY last_attempt_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.failed ? 'delayed' : 'queued'
}
