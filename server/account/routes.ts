import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { closeAccount, exportAccount, renameUser } from '../../contract/account.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { readActor } from '../identity/actor.ts'
import { refuseTooManyExports } from '../audit-log/export.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { attach, serve } from '../http/serve.ts'
import { changeAccounts } from '../identity/lock-access.ts'
import { eraseUser, announceName } from './erase-user.ts'
import { readAccountExport } from './export-account.ts'
import { t } from '../../text/sentences.ts'

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
