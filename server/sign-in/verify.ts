import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CheckedInput } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/language.ts'
import { inspectLink, redeemLink, verifyCode, type User } from '../../contract/sign-in.ts'
import {
  FAILURES_IN_A_ROW,
  FAILURES_PER_HOUR,
  PAUSE_AFTER_FAILURES_SECONDS,
  TRIES_PER_CODE,
} from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Db, Transaction } from '../database/schema.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import { queueApprovalRequest, queueSecurityEmail } from '../email/account-emails.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { readActor, readClientInfo, ownAccount, type RequestContext } from '../identity/actor.ts'
import { codeHash, keysForReading, tokenHash } from '../identity/secrets.ts'
import { openSession } from '../identity/session.ts'
import type { FailedCodes } from './failed-codes.ts'

export function verifyRoutes(
  app: FastifyInstance,
  deps: EmailDependencies & { readonly failedCodes: FailedCodes },
): void {
  const { db, clock, failedCodes, wakeEmailWorker } = deps

  serve(app, verifyCode, async ({ body, request }) => {
    const context = { deps, request, now: clock() }
    const outcome = await tryToSignIn(context, body)
    if (!('response' in outcome)) {
      failedCodes.add(context.now.getTime())
      throw createRefusal(outcome)
    }
    if (outcome.hasEmail) wakeEmailWorker()
    return outcome.response
  })

  serve(app, inspectLink, async ({ body }) => {
    const owner = await findLinkOwner(db, tokenHash(body.token), clock())
    if (!owner) throw linkDead()
    const { name, email, verified_at } = owner
    return { data: { name, email, name_proposed: verified_at === null } }
  })

  serve(app, redeemLink, async ({ body, request }) => {
    const context = { deps, request, now: clock() }
    const { response, hasEmail } = await db.transaction().execute(async (trx) => {
      const user = await redeemLinkHash(trx, tokenHash(body.token), context.now)
      if (!user) throw linkDead()
      return signIn(trx, context, { user, ...body, by: 'link' })
    })
    if (hasEmail) wakeEmailWorker()
    return response
  })
}

const linkDead = () => new ApiError('link_dead', t.signInText.linkDead)

async function tryToSignIn(
  context: RequestContext,
  { email, otp, ...fields }: CheckedInput<typeof verifyCode>['body'],
) {
  const { deps, request, now } = context
  const hashes = keysForReading(deps).map((key) => codeHash(key, email, otp))
  return deps.db.transaction().execute(async (trx) => {
    const tried = await tryCode(trx, email, hashes, now)
    const { result, user, triesLeft, pausedFor } = tried
    if (result === 'right' && user) return signIn(trx, context, { user, ...fields, by: 'code' })
    // At most 25 per hour and address, so that guesses cannot flood the trail.
    if (result === 'wrong' && user) {
      const act = { actor: readActor(request, user), at: now }
      await recordAuditEntry(trx, act, 'failed login', t.auditText.wrongCode, {
        metadata: {
          tries_left: triesLeft,
          ...(pausedFor > 0 && { codes_stopped_for_seconds: PAUSE_AFTER_FAILURES_SECONDS }),
        },
      })
    }
    return tried
  })
}

/** `none`: unknown address, used, or five wrong tries. */
type CodeCheck = 'right' | 'wrong' | 'none' | 'expired' | 'paused' | 'stopped'

interface Try {
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
async function tryCode(
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
      FROM public.sign_in_code c JOIN public.app_user u ON u.id = c.user_id
      WHERE u.email = ${email} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    ), counted AS (
      UPDATE public.sign_in_code c SET
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

async function findLinkOwner(db: Db, linkHash: Buffer, now: Date) {
  const { rows } = await sql<Omit<User, 'id'> & { verified_at: Date | null }>`
    SELECT u.name, u.email, u.verified_at
    FROM public.sign_in_code c JOIN public.app_user u ON u.id = c.user_id
    WHERE c.link_hash = ${linkHash} AND c.expires_at > ${now}
      AND u.suspended_at IS NULL`.execute(db)
  return rows[0]
}

/** Works after wrong codes have stopped codes, because 256 bits cannot be guessed. */
async function redeemLinkHash(
  trx: Transaction,
  hash: Buffer,
  now: Date,
): Promise<User | undefined> {
  const { rows } = await sql<User>`
    WITH held AS (
      SELECT u.id, u.name, u.email
      FROM public.sign_in_code c JOIN public.app_user u ON u.id = c.user_id
      WHERE c.link_hash = ${hash} AND c.expires_at > ${now} AND u.suspended_at IS NULL
      FOR KEY SHARE OF u FOR UPDATE OF c
    )
    UPDATE public.sign_in_code c SET code_hash = NULL, link_hash = NULL, expires_at = NULL,
      tries = 0, failures_in_a_row = 0
    FROM held WHERE c.user_id = held.id
    RETURNING held.id, held.name, held.email`.execute(trx)
  return rows[0]
}

interface SignIn {
  readonly user: User
  /** Used at the first sign-in only. */
  readonly name?: string | undefined
  readonly language: Language
  readonly by: 'code' | 'link'
}

async function signIn(
  trx: Transaction,
  context: RequestContext,
  { user: proposed, name: chosen, language, by }: SignIn,
) {
  const { deps, request, now } = context
  const { admins } = deps.config
  const { approved, name, isFirst } = await markVerified(
    trx,
    proposed,
    { chosen, language, isAdministrator: admins.includes(proposed.email) },
    now,
  )
  if (!approved && isFirst) await queueApprovalRequest(trx, deps.config, proposed.id, now)
  const user = { ...proposed, name }
  const from = readClientInfo(request)
  const opened = await openSession(trx, keysForReading(deps), user.id, from, now)
  if (opened.newDevice) await queueSecurityEmail(trx, context, user, { purpose: 'new device' })
  const act = { actor: readActor(request, user), at: now }
  if (name !== proposed.name)
    await recordAuditEntry(trx, act, 'change name', t.auditText.nameChanged, {
      content: { from: proposed.name, to: name },
    })
  await recordAuditEntry(trx, act, 'login', t.auditText.signedIn({ by }), {
    metadata: { session: opened.sessionId, new_device: opened.newDevice },
  })
  const response = {
    message: t.signInText.signedIn({ email: user.email }),
    token: opened.token,
    data: ownAccount(deps.config, { user, approved }),
  }
  return { response, hasEmail: opened.newDevice || (!approved && isFirst) }
}

interface Verification {
  readonly chosen?: string | undefined
  readonly language: Language
  readonly isAdministrator: boolean
}

async function markVerified(
  trx: Transaction,
  { id, email }: User,
  { chosen, language, isAdministrator }: Verification,
  now: Date,
) {
  const { rows } = await sql<{ approved: boolean; name: string; isFirst: boolean }>`
    WITH used AS (DELETE FROM public.invitation WHERE email = ${email})
    UPDATE public.app_user u SET verified_at = coalesce(u.verified_at, ${now}), language = ${language},
      name = CASE WHEN u.verified_at IS NULL THEN coalesce(${chosen ?? null}, u.name) ELSE u.name END,
      approved_at = CASE WHEN ${isAdministrator} THEN coalesce(u.approved_at, ${now})
        ELSE u.approved_at END
    FROM (SELECT id, verified_at FROM public.app_user WHERE id = ${id}) before
    WHERE u.id = before.id
    RETURNING u.approved_at IS NOT NULL AS approved, u.name,
      before.verified_at IS NULL AS "isFirst"`.execute(trx)
  if (!rows[0]) throw new Error(`No user ${id}`)
  return rows[0]
}

function createRefusal({ result, triesLeft, pausedFor }: Try): ApiError {
  const { signInText } = t
  switch (result) {
    case 'expired':
      return new ApiError('code_expired', signInText.codeExpired)
    case 'paused':
      return new ApiError(
        'too_many_requests',
        signInText.codesPaused({ wait: waitInWords(pausedFor) }),
        { retryAfter: pausedFor },
      )
    case 'stopped':
      return new ApiError(
        'too_many_requests',
        signInText.codesStopped({ failures: FAILURES_IN_A_ROW }),
        { retryAfter: 3600 },
      )
    default:
      return new ApiError('code_wrong', signInText.codeWrong, { triesLeft })
  }
}
