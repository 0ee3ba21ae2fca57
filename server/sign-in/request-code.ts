import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CheckedInput } from '../../contract/endpoint.ts'
import * as contract from '../../contract/sign-in.ts'
import {
  CODE_LIFE_SECONDS,
  EMAIL_PAUSE_SECONDS,
  EMAILS_PER_HOUR,
  formatCountdown,
  TRIES_PER_CODE,
} from '../../domain/identity/account.ts'
import { t, textIn } from '../../text/sentences.ts'
import { readInvitedId } from '../audit-log/read-audit-page.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Config } from '../config.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Db, Transaction } from '../database/schema.ts'
import {
  mailboxKey,
  readBudget,
  secondsUntilFree,
  takeFromBudget,
  takeFromNetwork,
  takeFromStrangers,
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
import {
  deliveryState,
  queueEmail,
  readOrigin,
  readRecipient,
  type ClaimedEmail,
  type EmailDependencies,
} from '../email/outbox.ts'
import type { EmailWriterDependencies } from '../email/worker.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { serve } from '../http/serve.ts'
import {
  readActor,
  readClientInfo,
  deviceFingerprint,
  type RequestContext,
} from '../identity/actor.ts'
import { codeHash, keysForReading, newCode, newToken, tokenHash } from '../identity/secrets.ts'

export function requestCodeRoutes(app: FastifyInstance, deps: EmailDependencies): void {
  const { db, config, clock, wakeEmailWorker } = deps

  serve(app, contract.register, async ({ body, request, reply }) => {
    const context = { deps, request, now: clock() }
    const wait = await takeFromNetwork(context, 'network')
    if (wait !== null)
      throw tooMany(t.signInText.tooManyRegistrations({ wait: waitInWords(wait) }), wait)
    const data = await db.transaction().execute(async (trx) => {
      const user = await createAccount(trx, config, body, context.now)
      const sent = await sendCode(trx, context, { user, language: body.language, welcome: true })
      const act = { actor: readActor(request, user), at: context.now }
      await recordAuditEntry(trx, act, 'register', t.auditText.registered)
      return sent
    })
    wakeEmailWorker()
    reply.code(201)
    return { message: t.signInText.registered, data }
  })

  serve(app, contract.requestCode, async ({ body: { email, language }, request }) => {
    const context = { deps, request, now: clock() }
    const data = await db.transaction().execute(async (trx) => {
      const user = await lockAccount(trx, email)
      if (!user) throw new ApiError('not_registered', t.signInText.notRegistered)
      if (user.suspended_at) throw new ApiError('forbidden', t.signInText.suspended)
      const sent = await sendCode(trx, context, { user, language, welcome: false })
      return user.verified_at ? sent : { ...sent, proposed_name: user.name }
    })
    wakeEmailWorker()
    return { message: 'OTP sent to your email' as const, data }
  })

  serve(app, contract.checkUser, async ({ body }) => ({
    data: { registered: await hasAccount(db, body.email) },
  }))
}

async function createAccount(
  trx: Transaction,
  config: Config,
  { name, email, language }: CheckedInput<typeof contract.register>['body'],
  now: Date,
) {
  const refusal = await findRefusal(trx, config, email)
  if (refusal !== undefined)
    throw (await hasAccount(trx, email))
      ? new ApiError('already_registered', t.signInText.alreadyRegistered)
      : new ApiError('forbidden', refusal)
  const approvedAt = config.registration === 'approved' ? null : now
  const id = (await readInvitedId(trx, email)) ?? sql`DEFAULT`
  const { rows } = await sql<contract.User>`
    INSERT INTO public.app_user (id, name, email, language, created_at, approved_at)
    VALUES (${id}, ${name}, ${email}, ${language}, ${now}, ${approvedAt})
    ON CONFLICT DO NOTHING RETURNING id, name, email`.execute(trx)
  if (!rows[0]) throw new ApiError('already_registered', t.signInText.alreadyRegistered)
  return rows[0]
}

const domainList = new Intl.ListFormat('en', { type: 'disjunction' })

async function findRefusal(
  trx: Transaction,
  { registration, registrationDomains: domains }: Config,
  email: string,
): Promise<string | undefined> {
  if (registration === 'domains') {
    const at = email.lastIndexOf('@')
    // Some mail servers read "%" and "!" as a route to another domain.
    if (!domains.includes(email.slice(at + 1)) || /[%!]/.test(email.slice(0, at)))
      return t.signInText.domainsOnly({ domains: domainList.format(domains) })
  }
  if (registration !== 'invited') return undefined
  const { rows } = await sql`
    SELECT FROM public.invitation WHERE email = ${email}`.execute(trx)
  return rows.length > 0 ? undefined : t.signInText.invitedOnly
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM public.app_user WHERE email = ${email}`.execute(db)
  return rows.length > 0
}

/** An open request keeps an unverified account. */
async function lockAccount(trx: Transaction, email: string) {
  type Row = contract.User & { suspended_at: Date | null; verified_at: Date | null }
  const { rows } = await sql<Row>`
    SELECT id, name, email, suspended_at, verified_at FROM public.app_user
    WHERE email = ${email} FOR KEY SHARE`.execute(trx)
  return rows[0]
}

const EMAIL_LIMITS: Limits = { perMinute: 1, perHour: EMAILS_PER_HOUR }

/**
 * Sends no second code while a good one is young. Throws 429 above the limits; the transaction then
 * rolls back, so that a refusal is not counted.
 */
async function sendCode(
  trx: Transaction,
  context: RequestContext,
  {
    user,
    language,
    welcome,
  }: { user: contract.User } & Pick<
    ClaimedEmail<'sign-in code'>['details'],
    'language' | 'welcome'
  >,
): Promise<contract.EmailState> {
  const { now } = context
  const state = async (expires_in: number, resend_in: number) => ({
    expires_in,
    resend_in,
    delivery: await deliveryState(trx, now),
  })
  const open = await lockOpenCode(trx, user.id, now)
  const expiresIn = open ? Math.ceil((open.getTime() - now.getTime()) / 1000) : 0
  const { bucket, key } = await chooseBudget(trx, context, user)
  // The open code is on its way to the same mailbox.
  if (expiresIn > CODE_LIFE_SECONDS - EMAIL_PAUSE_SECONDS) {
    const free = secondsUntilFree(await readBudget(trx, bucket, key, now), EMAIL_LIMITS, now)
    return state(expiresIn, Math.max(free, expiresIn - CODE_LIFE_SECONDS + EMAIL_PAUSE_SECONDS))
  }
  const { taken, used } = await takeFromBudget(trx, bucket, key, EMAIL_LIMITS, now)
  const resendIn = secondsUntilFree(used, EMAIL_LIMITS, now)
  if (!taken) {
    const isYoung = (used.at(-1)?.getTime() ?? 0) > now.getTime() - EMAIL_PAUSE_SECONDS * 1000
    const sentence = isYoung
      ? t.signInText.emailTooEarly({ wait: formatCountdown(resendIn) })
      : t.signInText.tooManyEmails({ emails: EMAILS_PER_HOUR, wait: waitInWords(resendIn) })
    throw tooMany(sentence, resendIn)
  }
  const ceiling = bucket === 'mailbox' ? await takeFromStrangers(trx, context, 'strangers') : null
  if (ceiling !== null)
    throw tooMany(t.signInText.tooManyStrangers({ wait: waitInWords(ceiling) }), ceiling)
  const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
  await sql`
    UPDATE public.sign_in_code
    SET code_hash = NULL, link_hash = NULL, tries = 0, expires_at = ${expiresAt}
    WHERE user_id = ${user.id}`.execute(trx)
  const details = { ...readOrigin(context), language, welcome }
  await queueEmail(trx, { userId: user.id, purpose: 'sign-in code', details, expiresAt }, now)
  return state(CODE_LIFE_SECONDS, resendIn)
}

const tooMany = (sentence: string, retryAfter: number) =>
  new ApiError('too_many_requests', sentence, { retryAfter })

/** Locks the row, so that limits hold over concurrent requests and servers. */
async function lockOpenCode(trx: Transaction, userId: number, now: Date): Promise<Date | null> {
  // Later codes were requested before the clock was put back.
  const latest = new Date(now.getTime() + (CODE_LIFE_SECONDS + CLOCK_STEP_SECONDS) * 1000)
  const { rows } = await sql<{ expires_at: Date | null }>`
    INSERT INTO public.sign_in_code AS c (user_id) VALUES (${userId})
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
    RETURNING CASE WHEN tries < ${TRIES_PER_CODE} AND expires_at > ${now}
      AND expires_at <= ${latest} THEN expires_at END AS expires_at`.execute(trx)
  return rows[0]?.expires_at ?? null
}

/**
 * Strangers share one budget per mailbox; known devices have another, which no stranger can use up.
 */
async function chooseBudget(
  trx: Transaction,
  { deps, request }: RequestContext,
  user: contract.User,
) {
  const from = readClientInfo(request)
  const fingerprints = keysForReading(deps).map((key) => deviceFingerprint(key, from))
  const { rows: known } = await sql`
    SELECT FROM public.known_device
    WHERE user_id = ${user.id} AND fingerprint = ANY (${fingerprints}::bytea[])`.execute(trx)
  return known.length > 0
    ? ({ bucket: 'device', key: String(user.id) } as const)
    : ({ bucket: 'mailbox', key: mailboxKey(deps.secretKey, user.email) } as const)
}

/** Replaces the code of an earlier attempt. Null if the code was used or replaced. */
export async function writeCodeEmail(
  { db, secretKey, config }: EmailWriterDependencies,
  { userId, expiresAt, details }: ClaimedEmail<'sign-in code'>,
): Promise<Email | null> {
  const user = await readRecipient(db, userId)
  if (!user) return null
  const [code, linkToken] = [newCode(), newToken()]
  const { numAffectedRows } = await sql`
    UPDATE public.sign_in_code SET code_hash = ${codeHash(secretKey, user.email, code)},
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
