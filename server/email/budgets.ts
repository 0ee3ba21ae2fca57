import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { mailboxOf } from '../../domain/identity/account.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Db } from '../database/schema.ts'
import { siteBucket, type RequestContext } from '../identity/actor.ts'
import { LIMIT_WINDOW_MINUTES } from '../config.ts'
import { deriveKey } from '../identity/secrets.ts'

export type Bucket =
  'mailbox' | 'device' | 'network' | 'strangers' | 'alert network' | 'alert requests'

export interface Limits {
  readonly perMinute: number
  readonly perHour: number
}

interface Taken {
  readonly taken: boolean
  readonly used: readonly Date[]
}

/**
 * Checks and counts in one statement, so that limits hold over several servers. Refused uses are not
 * counted.
 */
export async function takeFromBudget(
  db: Db,
  bucket: Bucket,
  key: string,
  { perMinute, perHour }: Limits,
  now: Date,
): Promise<Taken> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  const { rows } = await sql<{ used: Date[] }>`
    INSERT INTO public.email_budget AS b (bucket, key, used)
    VALUES (${bucket}, ${key}, ARRAY[${now}::timestamptz])
    ON CONFLICT (bucket, key) DO UPDATE
      SET used = ARRAY(SELECT at FROM unnest(b.used) AS at WHERE ${withinLastHour(now)} ORDER BY at)
        || ${now}::timestamptz
      WHERE (
        SELECT count(*) < ${perHour}
          AND count(*) FILTER (WHERE at > ${minuteAgo}) < ${perMinute}
        FROM unnest(b.used) AS at WHERE ${withinLastHour(now)})
    RETURNING used`.execute(db)
  if (rows[0]) return { taken: true, used: rows[0].used }
  return { taken: false, used: await readBudget(db, bucket, key, now) }
}

export async function readBudget(
  db: Db,
  bucket: Bucket,
  key: string,
  now: Date,
): Promise<readonly Date[]> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM public.email_budget, unnest(used) AS at
    WHERE bucket = ${bucket} AND key = ${key} AND ${withinLastHour(now)} ORDER BY at`.execute(db)
  return rows.map(({ at }) => at)
}

export function secondsUntilFree(
  used: readonly Date[],
  { perMinute, perHour }: Limits,
  now: Date,
): number {
  const minute = (used.at(-perMinute)?.getTime() ?? -Infinity) + 60_000
  const hour = (used.at(-perHour)?.getTime() ?? -Infinity) + 3_600_000
  return Math.max(0, Math.ceil((Math.max(minute, hour) - now.getTime()) / 1000))
}

export async function deleteUnusedBudgets(db: Db, now: Date): Promise<void> {
  await sql`
    DELETE FROM public.email_budget WHERE (bucket, key) IN (
      SELECT bucket, key FROM public.email_budget WHERE used[cardinality(used)] < ${hourBefore(now)}
      FOR UPDATE SKIP LOCKED)`.execute(db)
}

function withinLastHour(now: Date) {
  const latest = new Date(now.getTime() + CLOCK_STEP_SECONDS * 1000)
  return sql`at > ${hourBefore(now)} AND at <= ${latest}`
}

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - LIMIT_WINDOW_MINUTES.emails * 60_000)
}

/** By IPv4 address or IPv6 /48. */
const NETWORK_LIMITS: Limits = { perMinute: 5, perHour: 20 }

/** Keeps addresses out of the table. */
function keyed(secretKey: Buffer, text: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'email budget')).update(text).digest('base64url')
}

export function mailboxKey(secretKey: Buffer, email: string): string {
  return keyed(secretKey, mailboxOf(email))
}

export async function takeFromNetwork(
  { deps: { db, secretKey }, request, now }: RequestContext,
  bucket: Bucket & ('network' | 'alert network'),
): Promise<number | null> {
  const key = keyed(secretKey, siteBucket(request.ip))
  const { taken, used } = await takeFromBudget(db, bucket, key, NETWORK_LIMITS, now)
  return taken ? null : secondsUntilFree(used, NETWORK_LIMITS, now)
}

const CEILINGS = {
  strangers: 'for up to an hour only known devices get sign-in emails',
  'alert requests': 'new alerts are refused for up to an hour',
}

/** Returns the seconds to wait if all strangers together have reached their limit. */
export async function takeFromStrangers(
  db: Db,
  { deps: { config }, request, now }: RequestContext,
  bucket: keyof typeof CEILINGS,
): Promise<number | null> {
  const perHour = config.strangerEmailsPerHour
  const limits = { perMinute: perHour, perHour }
  const { taken, used } = await takeFromBudget(db, bucket, '', limits, now)
  if (taken) return null
  request.log.warn(`STRANGER_EMAILS_PER_HOUR is reached: ${CEILINGS[bucket]}`)
  return secondsUntilFree(used, limits, now)
}
