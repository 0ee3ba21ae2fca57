import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as contract from '../../contract/access-token.ts'
import { closeAccount, exportAccount, renameUser } from '../../contract/account.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { RECENT_SIGN_IN_MINUTES } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { refuseTooManyExports } from '../audit-log/export.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/schema.ts'
import { queueSecurityEmail } from '../email/account-emails.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import { invalid, ApiError } from '../errors.ts'
import { attach, serve } from '../http/serve.ts'
import { readActor, type RequestContext, type SignedIn } from '../identity/actor.ts'
import { changeAccounts } from '../identity/lock-access.ts'
import { ACCESS_TOKEN_PREFIX, newToken, tokenHash } from '../identity/secrets.ts'
import {
  readAccessTokens,
  revokeAccessTokenById,
  TOKEN_COLUMNS,
  type TokenRow,
} from '../identity/session.ts'
import { eraseUser, announceName } from './erase-user.ts'
import { readAccountExport } from './export-account.ts'

export function accountRoutes(app: FastifyInstance, { db, readDb, clock }: Context): void {
  serve(app, renameUser, async ({ body, signedIn, request }) => {
    const { user } = signedIn
    const changed = { ...user, name: body.name }
    await changeAccounts(db, signedIn, async (trx) => {
      const { rows } = await sql<{ name: string }>`
        UPDATE public.app_user u SET name = ${body.name} FROM public.app_user held
        WHERE u.id = ${user.id} AND held.id = u.id AND held.name <> ${body.name}
        RETURNING held.name`.execute(trx)
      const [held] = rows
      if (!held) return
      await announceName(trx, user.id)
      const act = { actor: readActor(request), at: clock() }
      await recordAuditEntry(trx, act, 'change name', t.auditText.nameChanged, {
        content: { from: held.name, to: body.name },
      })
    })
    return { message: t.accountText.nameChanged, data: { user: changed } }
  })

  serve(app, exportAccount, async ({ signedIn, request, reply }) => {
    const at = clock()
    attach(reply, `my-data-${dayInColombo(at)}.json`).type('application/json; charset=utf-8')
    // HEAD downloads nothing, so it is not recorded.
    if (request.method === 'HEAD') return Readable.from([])
    await db.transaction().execute(async (trx) => {
      const act = { actor: readActor(request), at }
      await recordAuditEntry(trx, act, 'export account', t.auditText.accountExported)
      await refuseTooManyExports(trx, 'export account', signedIn.user.id, at)
    })
    return Readable.from(await readAccountExport(readDb, signedIn, at))
  })

  serve(app, closeAccount, async ({ body, signedIn, request }) => {
    const { user } = signedIn
    if (body.email !== user.email) {
      throw invalid({ email: [t.accountText.otherEmail] })
    }
    const actor = readActor(request)
    await changeAccounts(
      db,
      signedIn,
      (trx) => eraseUser(trx, { userId: user.id, actor, at: clock() }),
      user.id,
    )
    return { message: t.accountText.closed }
  })
}

export const MAX_TOKENS = 50

const DAY_MS = 86_400_000

export function accessTokenRoutes(app: FastifyInstance, deps: EmailDependencies): void {
  const { db, readDb, clock, wakeEmailWorker } = deps

  serve(app, contract.listAccessTokens, async ({ signedIn }) => ({
    data: await readAccessTokens(readDb, signedIn.user.id),
  }))

  serve(app, contract.createAccessToken, async ({ body, signedIn, request, reply }) => {
    const now = clock()
    assertRecentSignIn(signedIn, now)
    const created = await changeAccounts(db, signedIn, (trx) =>
      createToken(trx, { deps, request, now }, signedIn, body),
    )
    wakeEmailWorker()
    reply.code(201)
    return { message: t.accessTokensText.created, ...created }
  })

  serve(app, contract.revokeAccessToken, async ({ params, signedIn, request }) => {
    const act = { actor: readActor(request), at: clock() }
    await changeAccounts(db, signedIn, async (trx) => {
      const revoked = await revokeAccessTokenById(trx, signedIn.user.id, params.id)
      if (!revoked) throw new ApiError('not_found', t.accessTokensText.none)
      await recordAuditEntry(trx, act, 'revoke access token', t.auditText.tokenRevoked, {
        content: { name: revoked.name },
        metadata: { access_token: revoked.id },
      })
    })
    return { message: t.accessTokensText.revoked }
  })
}

/** Throws 403, so that a stolen session cannot become a token that outlives it. */
function assertRecentSignIn({ signedInAt }: SignedIn, now: Date): void {
  if (signedInAt && now.getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return
  throw new ApiError('sign_in_again', t.accessTokensText.signInRecently)
}

/** Call within `changeAccounts`, so that no two calls both create the fiftieth. */
async function createToken(
  trx: Transaction,
  context: RequestContext,
  { user }: SignedIn,
  {
    name,
    scope,
    publishers,
    kinds,
    expires_in_days,
  }: CheckedInput<typeof contract.createAccessToken>['body'],
) {
  const { request, now } = context
  await assertTokenLimit(trx, user.id, now)
  const token = `${ACCESS_TOKEN_PREFIX}${newToken()}`
  const expiresAt = new Date(now.getTime() + expires_in_days * DAY_MS)
  const { rows } = await sql<TokenRow>`
    INSERT INTO public.access_token
      (user_id, name, scope, publishers, kinds, token_hash, created_at, expires_at)
    VALUES (${user.id}, ${name}, ${scope}, ${publishers}, ${kinds}, ${tokenHash(token)}, ${now},
      ${expiresAt})
    RETURNING ${TOKEN_COLUMNS}`.execute(trx)
  const [data] = rows
  if (!data) throw new Error('No token')
  const expires = { expiresAt: expiresAt.toISOString() }
  await queueSecurityEmail(trx, context, user, {
    purpose: 'new access token',
    accessTokenId: data.id,
    scope,
    ...expires,
  })
  await recordAuditEntry(
    trx,
    { actor: readActor(request), at: now },
    'create access token',
    t.auditText.tokenCreated({
      scope,
      limits: [...publishers, ...kinds].join(', ') || null,
      expires: dayInColombo(expiresAt),
    }),
    {
      content: { name },
      metadata: {
        access_token: data.id,
        scope,
        expires_at: expires.expiresAt,
        ...(publishers.length > 0 && { publishers }),
        ...(kinds.length > 0 && { kinds }),
      },
    },
  )
  return { token, data }
}

async function assertTokenLimit(trx: Transaction, userId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ full: boolean }>`
    SELECT count(*) >= ${MAX_TOKENS} AS full FROM public.access_token
    WHERE user_id = ${userId} AND expires_at > ${now}`.execute(trx)
  if (rows[0]?.full)
    throw new ApiError('conflict', t.accessTokensText.tooMany({ most: MAX_TOKENS }))
}
