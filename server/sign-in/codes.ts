import { sql } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import {
  CODE_LIFE_SECONDS,
  EMAIL_PAUSE_SECONDS,
  EMAILS_PER_HOUR,
  FAILURES_IN_A_ROW,
  FAILURES_PER_HOUR,
  PAUSE_AFTER_FAILURES_SECONDS,
  TRIES_PER_CODE,
} from '../../domain/identity/account.ts'
import { textIn } from '../../text/sentences.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Db, Transaction } from '../database/schema.ts'
import {
  mailboxKey,
  readBudget,
  secondsUntilFree,
  takeFromBudget,
  type Limits,
} from '../email/budgets.ts'
import {
  composeEmail,
  greeting,
  originPlaces,
  screenUrl,
  timeText,
  type Email,
} from '../email/compose.ts'
import { readOrigin, queueEmail, type ClaimedEmail } from '../email/outbox.ts'
import type { EmailWriterDependencies } from '../email/worker.ts'
import { readClientInfo, type RequestContext } from '../identity/actor.ts'
import { deviceFingerprint } from '../identity/client-address.ts'
import { codeHash, keysForReading, newCode, newToken, tokenHash } from '../identity/secrets.ts'

/*
 * Each function is one statement or holds the row of `sign_in_code`, so that limits hold over
 * concurrent requests and servers.
 */

/**
 * `kept`: a young request with a good code. `early`: young, code used. `full`: the mailbox's hourly
 * limit. `ceiling`: the limit for all strangers.
 */
interface EmailDecision {
  readonly result: 'sent' | 'kept' | 'early' | 'full' | 'ceiling'
  readonly expiresIn: number
  readonly resendIn: number
}

const EMAIL_LIMITS: Limits = { perMinute: 1, perHour: EMAILS_PER_HOUR }

/** The caller rolls back a refusal, so that it is not counted. */
export async function requestCode(
  trx: Transaction,
  context: RequestContext,
  {
    user,
    language,
    welcome,
  }: { user: User } & Pick<ClaimedEmail<'sign-in code'>['details'], 'language' | 'welcome'>,
): Promise<EmailDecision> {
  const { deps, now } = context
  const open = await lockOpenCode(trx, user.id, now)
  const expiresIn = open ? secondsUntil(open, now) : 0
  const { bucket, key } = await chooseBudget(trx, context, user)
  // The open code is on its way to the same mailbox.
  if (expiresIn > CODE_LIFE_SECONDS - EMAIL_PAUSE_SECONDS) {
    const free = secondsUntilFree(await readBudget(trx, bucket, key, now), EMAIL_LIMITS, now)
    const resendIn = Math.max(free, expiresIn - CODE_LIFE_SECONDS + EMAIL_PAUSE_SECONDS)
    return { result: 'kept', expiresIn, resendIn }
  }
  const { taken, used } = await takeFromBudget(trx, bucket, key, EMAIL_LIMITS, now)
  const resendIn = secondsUntilFree(used, EMAIL_LIMITS, now)
  if (!taken) {
    const young = (used.at(-1)?.getTime() ?? 0) > now.getTime() - EMAIL_PAUSE_SECONDS * 1000
    return { result: young ? 'early' : 'full', expiresIn, resendIn }
  }
  if (bucket === 'mailbox') {
    const perHour = deps.config.strangerEmailsPerHour
    const limits = { perMinute: perHour, perHour }
    const all = await takeFromBudget(trx, 'strangers', '', limits, now)
    if (!all.taken)
      return { result: 'ceiling', expiresIn, resendIn: secondsUntilFree(all.used, limits, now) }
  }
  const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
  await sql`
    UPDATE sign_in_code
    SET code_hash = NULL, link_hash = NULL, tries = 0, expires_at = ${expiresAt}
    WHERE user_id = ${user.id}`.execute(trx)
  const details = { ...readOrigin(context), language, welcome }
  await queueEmail(trx, { userId: user.id, purpose: 'sign-in code', details, expiresAt }, now)
  return { result: 'sent', expiresIn: CODE_LIFE_SECONDS, resendIn }
}

async function lockOpenCode(trx: Transaction, userId: number, now: Date): Promise<Date | null> {
  // Later codes were requested before the clock was put back.
  const latest = new Date(now.getTime() + (CODE_LIFE_SECONDS + CLOCK_STEP_SECONDS) * 1000)
  const { rows } = await sql<{ expires_at: Date | null }>`
    INSERT INTO sign_in_code AS c (user_id) VALUES (${userId})
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
    RETURNING CASE WHEN tries < ${TRIES_PER_CODE} AND expires_at > ${now}
      AND expires_at <= ${latest} THEN expires_at END AS expires_at`.execute(trx)
  return rows[0]?.expires_at ?? null
}

/**
 * Strangers share one budget per mailbox; known devices have another, which no stranger can use up.
 */
async function chooseBudget(trx: Transaction, { deps, request }: RequestContext, user: User) {
  const from = readClientInfo(request)
  const known = await trx
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where(
      'fingerprint',
      'in',
      keysForReading(deps).map((key) => deviceFingerprint(key, from)),
    )
    .executeTakeFirst()
  return known
    ? ({ bucket: 'device', key: String(user.id) } as const)
    : ({ bucket: 'mailbox', key: mailboxKey(deps.secretKey, user.email) } as const)
}

function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000))
}

/** Replaces the code of an earlier attempt. Null if the code was used or replaced. */
export async function writeCodeEmail(
  { db, secretKey, config }: EmailWriterDependencies,
  { userId, expiresAt, details }: ClaimedEmail<'sign-in code'>,
): Promise<Email | null> {
  const user = await db
    .selectFrom('app_user')
    .select(['name', 'email', 'verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return null
  const [code, linkToken] = [newCode(), newToken()]
  const { numAffectedRows } = await sql`
    UPDATE sign_in_code SET code_hash = ${codeHash(secretKey, user.email, code)},
      link_hash = ${tokenHash(linkToken)}
    WHERE user_id = ${userId} AND expires_at = ${expiresAt}`.execute(db)
  if (numAffectedRows !== 1n) return null
  const { language, welcome } = details
  const product = config.siteName
  const text = textIn(language).codeEmail
  const { subject, lead } = text[welcome ? 'welcome' : 'signIn']
  return composeEmail(user.email, language, subject({ product }), [
    // The owner of an unproven address may not have chosen the name.
    greeting(language, user.verified_at ? user.name : ''),
    lead({ product }),
    { code },
    text.life({ minutes: CODE_LIFE_SECONDS / 60, until: timeText(language, expiresAt) }),
    { words: text.link, link: screenUrl(config, language, `/login#token=${linkToken}`) },
    text.requested(originPlaces(language, details)),
    text.notYou({ product }),
  ])
}

/** `none`: unknown address, used, or five wrong tries. */
type CodeCheck = 'right' | 'wrong' | 'none' | 'expired' | 'paused' | 'stopped'

export interface Try {
  readonly result: CodeCheck
  readonly user: User | null
  readonly triesLeft: number
  readonly pausedFor: number
}

interface TryRow extends User {
  readonly result: CodeCheck
  readonly tries: number
  readonly paused_until: Date | null
}

/**
 * Locks, counts and compares in one statement: 50 concurrent right codes are one sign-in, 200 wrong
 * ones count 5. The caller commits wrong tries too.
 */
export async function tryCode(
  trx: Transaction,
  email: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<Try> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const pauseEnd = new Date(now.getTime() + PAUSE_AFTER_FAILURES_SECONDS * 1000)
  const { rows } = await sql<TryRow>`
    WITH held AS (
      SELECT u.id, u.name, u.email, c.tries, c.paused_until,
        ARRAY(SELECT at FROM unnest(c.failures) AS at WHERE at > ${hourAgo}) AS failures,
        CASE
          WHEN c.failures_in_a_row >= ${FAILURES_IN_A_ROW} THEN 'stopped'
          WHEN c.paused_until > ${now} THEN 'paused'
          WHEN c.expires_at IS NULL OR c.tries >= ${TRIES_PER_CODE} THEN 'none'
          WHEN c.expires_at <= ${now} THEN 'expired'
          WHEN c.code_hash = ANY(${hashes}::bytea[]) THEN 'right'
          ELSE 'wrong'
        END AS result
      FROM sign_in_code c JOIN app_user u ON u.id = c.user_id
      WHERE u.email = ${email} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    ), counted AS (
      UPDATE sign_in_code c SET
        tries = CASE result WHEN 'wrong' THEN held.tries + 1 ELSE 0 END,
        failures = CASE result WHEN 'wrong' THEN held.failures || ${now}::timestamptz
          ELSE held.failures END,
        failures_in_a_row = CASE result WHEN 'wrong' THEN c.failures_in_a_row + 1 ELSE 0 END,
        paused_until = CASE
          WHEN result = 'wrong' AND cardinality(held.failures) + 1 >= ${FAILURES_PER_HOUR}
          THEN ${pauseEnd}::timestamptz ELSE c.paused_until END,
        code_hash = CASE result WHEN 'wrong' THEN c.code_hash END,
        link_hash = CASE result WHEN 'wrong' THEN c.link_hash END,
        expires_at = CASE result WHEN 'wrong' THEN c.expires_at END
      FROM held
      WHERE c.user_id = held.id AND result IN ('right', 'wrong')
      RETURNING c.user_id, c.tries, c.paused_until
    )
    SELECT held.id, name, email, result, coalesce(counted.tries, held.tries) AS tries,
      coalesce(counted.paused_until, held.paused_until) AS paused_until
    FROM held LEFT JOIN counted ON counted.user_id = held.id`.execute(trx)
  const row = rows[0]
  if (!row) return { result: 'none', user: null, triesLeft: 0, pausedFor: 0 }
  const { result, tries, paused_until: paused, ...user } = row
  return {
    result,
    user,
    triesLeft: result === 'wrong' ? TRIES_PER_CODE - tries : 0,
    pausedFor: Math.max(0, ((paused?.getTime() ?? 0) - now.getTime()) / 1000),
  }
}

export async function findLinkOwner(db: Db, linkHash: Buffer, now: Date) {
  return db
    .selectFrom('sign_in_code as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select(['u.name', 'u.email', 'u.verified_at'])
    .where('c.link_hash', '=', linkHash)
    .where('c.expires_at', '>', now)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** Works after wrong codes have stopped codes, because 256 bits cannot be guessed. */
export async function redeemLinkHash(
  trx: Transaction,
  hash: Buffer,
  now: Date,
): Promise<User | undefined> {
  const { rows } = await sql<User>`
    WITH held AS (
      SELECT u.id, u.name, u.email FROM sign_in_code c JOIN app_user u ON u.id = c.user_id
      WHERE c.link_hash = ${hash} AND c.expires_at > ${now} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    )
    UPDATE sign_in_code c SET code_hash = NULL, link_hash = NULL, expires_at = NULL, tries = 0,
      failures_in_a_row = 0
    FROM held WHERE c.user_id = held.id
    RETURNING held.id, held.name, held.email`.execute(trx)
  return rows[0]
}
