import { sql } from 'kysely'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { Db, Transaction } from '../database/schema.ts'
import type { Email } from './compose-email.ts'
import type { EmailPurpose } from '../../contract/admin.ts'
import { decryptEmail, encryptEmail } from './encrypted-email.ts'

/**
 * A process that claimed an email and died gives it free after this; longer than the longest
 * attempt.
 */
const LEASE_SECONDS = 60
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 120

/** What a feature is given that sends emails. */
export interface EmailDependencies extends BaseDependencies {
  readonly wakeEmailWorker: () => void
}

export interface QueuedEmail {
  /**
   * Null for an invitation, whose recipient is no user yet, and for alerts, whose recipients need
   * not be.
   */
  readonly userId: number | null
  readonly subscriberId?: number
  /** The alert that it was written for; it does not leave once that has ended. */
  readonly alertId?: number
  readonly purpose: EmailPurpose
  readonly email: Email
  readonly expiresAt: Date
}

export interface ClaimedEmail {
  readonly id: number
  readonly encrypted: Buffer
  readonly expires_at: Date
  /** 1 at the first attempt. */
  readonly attempts: number
}

/** Why an email is given up whose content became worthless: it did not fail. */
export const WITHDRAWN = 'withdrawn'

/**
 * Queues an email within the transaction of its act. One with a sign-in code withdraws the user's
 * earlier one that waits: its code is dead.
 */
export async function queueEmail(
  trx: Transaction,
  secretKey: Buffer,
  { userId, subscriberId, alertId, purpose, email, expiresAt }: QueuedEmail,
  now: Date,
): Promise<void> {
  if (purpose === 'sign-in code') {
    await sql`UPDATE email_outbox SET encrypted = NULL, given_up_at = ${now}, last_error =
      ${WITHDRAWN}
      WHERE user_id = ${userId} AND purpose = ${purpose} AND encrypted IS NOT NULL`.execute(trx)
  }
  await trx
    .insertInto('email_outbox')
    .values({
      user_id: userId,
      ...(subscriberId !== undefined && { subscriber_id: subscriberId }),
      ...(alertId !== undefined && { alert_rule_id: alertId }),
      purpose,
      encrypted: encryptEmail(secretKey, email),
      created_at: now,
      expires_at: expiresAt,
      next_attempt_at: now,
    })
    .execute()
}

/** Deletes waiting emails of a purpose to an address, which only these keys can read. */
export async function deleteWaiting(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  purpose: EmailPurpose,
  to: string,
): Promise<void> {
  const { rows } = await sql<{ id: number; encrypted: Buffer }>`
    SELECT id, encrypted FROM email_outbox WHERE purpose = ${purpose} AND encrypted IS NOT
    NULL`.execute(trx)
  const ids = rows
    .filter(({ encrypted }) => addressee(secretKeys, encrypted) === to)
    .map(({ id }) => id)
  await sql`DELETE FROM email_outbox WHERE id = ANY(${ids}::bigint[]) AND encrypted IS NOT
    NULL`.execute(trx)
}

/** Undefined for an email that was encrypted with another key: nobody can send it any more. */
function addressee(secretKeys: readonly Buffer[], encrypted: Buffer): string | undefined {
  try {
    return decryptEmail(secretKeys, encrypted).to
  } catch {
    return undefined
  }
}

/**
 * Takes up to `most` due emails, alerts last: nobody waits for a code behind a thousand of them. No
 * other process gets them before the lease runs out.
 */
export async function claimEmails(
  db: Db,
  now: Date,
  most: number,
): Promise<readonly ClaimedEmail[]> {
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const { rows } = await sql<ClaimedEmail>`
    UPDATE email_outbox SET lease_until = ${lease}, attempts = attempts + 1, last_attempt_at =
    ${now}
    WHERE id IN (
      SELECT id FROM email_outbox
      WHERE encrypted IS NOT NULL AND next_attempt_at <= ${now} AND (lease_until IS NULL OR
      lease_until <= ${now})
      ORDER BY purpose = 'alert', next_attempt_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, encrypted, expires_at, attempts`.execute(db)
  return rows
}

/** An email has left: its content is erased. */
export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await sql`UPDATE email_outbox SET encrypted = NULL, sent_at = ${now}, given_up_at = NULL,
    lease_until = NULL, last_error = NULL
    WHERE id = ${id} AND sent_at IS NULL`.execute(db)
}

/** An email can no longer be of use, or nobody takes it: its content is erased. */
export async function giveUp(db: Db, id: number, why: string, now: Date): Promise<void> {
  await sql`UPDATE email_outbox SET encrypted = NULL, given_up_at = ${now}, lease_until = NULL,
    last_error = ${why.slice(0, 300)}
    WHERE id = ${id} AND encrypted IS NOT NULL`.execute(db)
}

/** An email was not taken: it is tried again after a pause that doubles, with jitter. */
export async function postpone(db: Db, { id, attempts }: ClaimedEmail, why: string, now: Date) {
  const next = new Date(now.getTime() + pauseSeconds(attempts) * 1000)
  await sql`UPDATE email_outbox SET next_attempt_at = ${next}, lease_until = NULL, last_error =
    ${why.slice(0, 300)}
    WHERE id = ${id} AND encrypted IS NOT NULL`.execute(db)
}

/**
 * 5, 10, 20, … at most 120 seconds, each between half and all of it, so that emails that failed
 * together part.
 */
export function pauseSeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  return pause * (0.5 + random() / 2)
}

export async function nextDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    SELECT min(greatest(next_attempt_at, lease_until)) AS due FROM email_outbox WHERE encrypted IS
    NOT NULL`.execute(db)
  return rows[0]?.due ?? null
}

/**
 * How emails fare: `delayed` while the last one offered in this quarter of an hour was not taken.
 * Alerts and non-existent addresses do not count.
 */
export async function deliveryState(db: Db, now: Date): Promise<'queued' | 'delayed'> {
  const since = new Date(now.getTime() - 900_000)
  const { rows } = await sql<{ failed: boolean }>`
    SELECT last_error IS NOT NULL AS failed FROM email_outbox WHERE last_attempt_at > ${since} AND
    lease_until IS NULL AND subscriber_id IS NULL
      AND (given_up_at IS NOT NULL AND last_error LIKE '% RCPT TO') IS NOT TRUE
    ORDER BY last_attempt_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.failed ? 'delayed' : 'queued'
}
