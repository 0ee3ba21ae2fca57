import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  closeAccount,
  exportAccount,
  renameUser,
  inspectSecureAccountLink,
  secureAccount,
} from '../../contract/account.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { actorOf, clientInfoOf } from '../identity/actor.ts'
import { refuseTooManyExports } from '../audit-log/export/export-limit.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { invalid, ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { changeAccounts } from '../identity/lock-access.ts'
import { refuseReservedName } from '../identity/reserved-name.ts'
import { eraseUser, announceName } from './erase-user.ts'
import { readAccountExport } from './export-account.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { revokeAllAccessTokens } from '../identity/access-token-queries.ts'
import { findSecureAccountLink, takeSecureAccountLink } from '../identity/secure-account-queries.ts'
import { trustOnlyThisDevice } from '../identity/session.ts'
import { t } from '../../text/sentences.ts'

/**
 * What a signed-in user can do with their own account: change the name, download what is stored,
 * close it.
 */
export function accountRoutes(
  app: FastifyInstance,
  { config, db, readDb, clock }: BaseDependencies,
): void {
  serve(app, renameUser, async ({ body, signedIn, request }) => {
    const { user } = signedIn
    refuseReservedName(body.name, config.providerName)
    const changed = { ...user, name: body.name }
    await changeAccounts(db, signedIn, async (trx) => {
      const held = await trx
        .selectFrom('app_user')
        .select('name')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      if (held.name === body.name) return
      await trx.updateTable('app_user').set({ name: body.name }).where('id', '=', user.id).execute()
      await announceName(trx, user.id)
      const act = { actor: actorOf(request), at: clock() }
      await recordAuditEntry(trx, act, 'change name', t.auditText.nameChanged, {
        personalMetadata: { from: held.name, to: body.name },
      })
    })
    return { message: t.accountText.nameChanged, data: { user: changed } }
  })

  serve(app, exportAccount, async ({ signedIn, request, reply }) => {
    const at = clock()
    const send = (file: Readable) => {
      const name = `my-data-${dayInColombo(at)}.json`
      void reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
      return file
    }
    // Who only looks whether it is there takes nothing away, and needs no entry.
    if (request.method === 'HEAD') return send(Readable.from([]))
    await db.transaction().execute(async (trx) => {
      const act = { actor: actorOf(request), at }
      await recordAuditEntry(trx, act, 'export account', t.auditText.accountExported)
      await refuseTooManyExports(trx, 'export account', signedIn.user.id, at)
    })
    return send(Readable.from(await readAccountExport(readDb, signedIn, at)))
  })

  serve(app, closeAccount, async ({ body, signedIn, request }) => {
    const { user } = signedIn
    if (body.email !== user.email) {
      throw invalid({ email: [t.accountText.otherEmail] })
    }
    const actor = actorOf(request)
    await changeAccounts(
      db,
      signedIn,
      (trx) => eraseUser(trx, { userId: user.id, actor, at: clock() }),
      user.id,
    )
    return { message: t.accountText.closed }
  })
}

/**
 * Ending everything of an account by the link of a security email, shown first, without signing in.
 */
export function secureAccountRoutes(app: FastifyInstance, deps: BaseDependencies): void {
  const { db, clock } = deps
  const keys = keysForReading(deps)
  serve(app, inspectSecureAccountLink, async ({ body }) => {
    const owner = await findSecureAccountLink(db, keys, body.token, clock())
    if (!owner) throw new ApiError('link_dead', t.accountText.linkDead)
    return { data: { name: owner.name, email: owner.email } }
  })

  serve(app, secureAccount, async ({ body, request }) => {
    const at = clock()
    return db.transaction().execute(async (trx) => {
      const owner = await takeSecureAccountLink(trx, keys, body.token, at)
      if (!owner) throw new ApiError('link_dead', t.accountText.linkDead)
      await trustOnlyThisDevice(trx, deps.secretKey, owner.id, clientInfoOf(request), at)
      const sessions = await endAllSessions(trx, owner.id, at)
      const tokens = await revokeAllAccessTokens(trx, owner.id, at)
      const counts = t.sessionsText.endedCounts({
        sessions: sessions.length,
        tokens: tokens.length,
      })
      const act = { actor: actorOf(request, owner), at }
      await recordAuditEntry(trx, act, 'revoke session', t.auditText.securityLink({ counts }), {
        metadata: {
          sessions: sessions.map(({ id }) => id),
          access_tokens: tokens.map(({ id }) => id),
        },
      })
      return {
        message: counts,
        data: {
          email: owner.email,
          sessions_ended: sessions.length,
          tokens_revoked: tokens.length,
        },
      }
    })
  })
}
