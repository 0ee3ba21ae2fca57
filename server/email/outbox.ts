import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Letter } from './letter.ts'
import type { EmailPurpose } from './email-tables.ts'
import { sealLetter } from './sealed-letter.ts'

/** A process that claimed a letter and died gives it free after this; longer than the longest attempt. */
const LEASE_SECONDS = 60
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 120

export interface PostedLetter {
  /** Null for an invitation, whose recipient is no user yet. */
  readonly userId: number | null
  readonly purpose: EmailPurpose
  readonly letter: Letter
  readonly expiresAt: Date
}

export interface ClaimedLetter {
  readonly id: number
  readonly sealed: Buffer
  readonly expires_at: Date
  /** 1 at the first attempt. */
  readonly attempts: number
}

/**
 * Puts a letter into the outbox, within the transaction of the act that it tells of: it leaves if, and only if, the act
 * stands. A letter of the same purpose that has not left yet is withdrawn, because its code is dead.
 */
export async function postLetter(
  trx: Transaction<Database>,
  secretKey: Buffer,
  { userId, purpose, letter, expiresAt }: PostedLetter,
  now: Date,
): Promise<void> {
  if (purpose === 'sign-in code') {
    await sql`UPDATE letter SET sealed = NULL, given_up_at = ${now}
      WHERE user_id = ${userId} AND purpose = ${purpose} AND sealed IS NOT NULL`.execute(trx)
  }
  await trx
    .insertInto('letter')
    .values({
      user_id: userId,
      purpose,
      sealed: sealLetter(secretKey, letter),
      created_at: now,
      expires_at: expiresAt,
      next_attempt_at: now,
    })
    .execute()
}

/** Takes up to `most` letters that are due; no other process gets them before the lease runs out. */
export async function claimLetters(
  db: Kysely<Database>,
  now: Date,
  most: number,
): Promise<readonly ClaimedLetter[]> {
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const { rows } = await sql<ClaimedLetter>`
    UPDATE letter SET lease_until = ${lease}, attempts = attempts + 1, last_attempt_at = ${now}
    WHERE id IN (
      SELECT id FROM letter
      WHERE sealed IS NOT NULL AND next_attempt_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})
      ORDER BY next_attempt_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, sealed, expires_at, attempts`.execute(db)
  return rows
}

/** A letter has left: its content is erased. */
export async function markSent(db: Kysely<Database>, id: number, now: Date): Promise<void> {
  await sql`UPDATE letter SET sealed = NULL, sent_at = ${now}, given_up_at = NULL, lease_until = NULL, last_error = NULL
    WHERE id = ${id} AND sent_at IS NULL`.execute(db)
}

/** A letter can no longer be of use, or nobody takes it: its content is erased. */
export async function giveUp(db: Kysely<Database>, id: number, why: string, now: Date): Promise<void> {
  await sql`UPDATE letter SET sealed = NULL, given_up_at = ${now}, lease_until = NULL, last_error = ${why.slice(0, 300)}
    WHERE id = ${id} AND sealed IS NOT NULL`.execute(db)
}

/** A letter was not taken: it is tried again after a pause that doubles, with jitter. */
export async function postpone(
  db: Kysely<Database>,
  { id, attempts }: ClaimedLetter,
  why: string,
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + pauseSeconds(attempts) * 1000)
  await sql`UPDATE letter SET next_attempt_at = ${next}, lease_until = NULL, last_error = ${why.slice(0, 300)}
    WHERE id = ${id} AND sealed IS NOT NULL`.execute(db)
}

/** 5, 10, 20, … at most 120 seconds, each between half and all of it, so that letters that failed together part. */
export function pauseSeconds(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  return pause * (0.5 + random() / 2)
}

/** When the next letter is due, or null where none waits. */
export async function nextDue(db: Kysely<Database>): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    SELECT min(greatest(next_attempt_at, lease_until)) AS due FROM letter WHERE sealed IS NOT NULL`.execute(
    db,
  )
  return rows[0]?.due ?? null
}

/** How letters fare: `delayed` while the last one that was offered in this quarter of an hour was not taken. */
export async function deliveryState(db: Kysely<Database>, now: Date): Promise<'queued' | 'delayed'> {
  const since = new Date(now.getTime() - 900_000)
  const { rows } = await sql<{ failed: boolean }>`
    SELECT last_error IS NOT NULL AS failed FROM letter WHERE last_attempt_at > ${since} AND lease_until IS NULL
    ORDER BY last_attempt_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.failed ? 'delayed' : 'queued'
}
