import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/admin.ts'
import { eraseUser } from '../account/erase-user.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/schema.ts'
import { requestImport, type FeedSchedule } from '../feeds/feed-schedule.ts'
import { ApiError } from '../errors.ts'
import { pageFields, serve, type ServedRequest } from '../http/serve.ts'
import { readActor, isAdmin } from '../identity/actor.ts'
import { changeAccounts, lockUser } from '../identity/lock-access.ts'
import { queueApproval } from '../email/account-emails.ts'
import { readInstallation, type ObservedServices } from './read-installation.ts'
import {
  approveUser,
  endAccess,
  inviteUser,
  readUsers,
  suspendUser,
  unsuspendUser,
  withdrawInvitation,
  type UserChange,
} from './users.ts'
import { t } from '../../text/sentences.ts'

const PAGE_SIZE = 25

type Administration = ObservedServices & {
  readonly background: boolean
  readonly feedSchedule: FeedSchedule | null
  readonly wakeEmailWorker: () => void
}

export function adminRoutes(
  app: FastifyInstance,
  deps: Administration,
  warnings: () => Readonly<Record<string, string>>,
): void {
  const { config, readDb, clock } = deps
  serve(app, contract.installationState, async () => ({
    data: await readInstallation(deps, warnings()),
  }))

  serve(app, contract.listUsers, async ({ query: { page: number = 1, search = '', state } }) => {
    const place = { limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE, now: clock() }
    const { users, total } = await readUsers(
      readDb,
      { search, state, admins: config.admins },
      place,
    )
    return {
      data: users.map((user) => ({ ...user, admin: isAdmin(config, user) })),
      ...pageFields(number, PAGE_SIZE, total),
    }
  })

  serve(app, contract.requestImport, async ({ request, signedIn }) => {
    if (config.rateFeed === 'off') throw new ApiError('conflict', t.adminText.feedOff)
    const feed = config.rateFeed
    const change = { actor: readActor(request), at: clock() }
    await changeAccounts(deps.db, signedIn, (trx) => requestImport(trx, feed, change))
    if (deps.background) deps.feedSchedule?.wake()
    return { message: t.adminText.importRequested }
  })
  invitationRoutes(app, deps)
  userRoutes(app, deps)
}

function invitationRoutes(app: FastifyInstance, deps: Administration): void {
  const { db, clock, wakeEmailWorker } = deps

  serve(app, contract.inviteUser, async ({ body: { email }, request, signedIn }) => {
    const act = { actor: readActor(request), at: clock() }
    await changeAccounts(db, signedIn, (trx) =>
      inviteUser(trx, { ...act, email, sendsEmail: true }),
    )
    wakeEmailWorker()
    return { message: t.adminText.invited({ email }) }
  })

  serve(app, contract.withdrawInvitation, async ({ body: { email }, request, signedIn }) => {
    const invitation = { email, actor: readActor(request), at: clock() }
    await changeAccounts(db, signedIn, (trx) => withdrawInvitation(trx, invitation))
    return { message: t.adminText.invitationWithdrawn }
  })
}

function userRoutes(app: FastifyInstance, deps: Administration): void {
  const { config, db, clock } = deps
  const change = async (
    { params: { id: userId }, request, signedIn }: ServedRequest<typeof contract.approveUser>,
    act: (trx: Transaction, change: UserChange) => Promise<string>,
  ) => {
    const userChange: UserChange = { userId, actor: readActor(request), at: clock() }
    return { message: await changeAccounts(db, signedIn, (trx) => act(trx, userChange), userId) }
  }

  serve(app, contract.approveUser, async (call) => {
    const response = await change(call, async (trx, userChange) => {
      if (!(await approveUser(trx, userChange))) throw conflict(t.adminText.approvedBefore)
      await queueApproval(trx, userChange.userId, userChange.at)
      return t.adminText.approved
    })
    deps.wakeEmailWorker()
    return response
  })

  serve(app, contract.rejectUser, (call) =>
    change(call, (trx, userChange) => rejectUser(trx, userChange, config)),
  )

  serve(app, contract.suspendUser, (call) =>
    change(call, async (trx, userChange) => {
      if (userChange.userId === call.signedIn.user.id) throw conflict(t.adminText.ownSuspension)
      if (!(await suspendUser(trx, userChange))) throw conflict(t.adminText.suspendedBefore)
      return t.adminText.suspended
    }),
  )

  serve(app, contract.unsuspendUser, (call) =>
    change(call, async (trx, userChange) => {
      if (!(await unsuspendUser(trx, userChange))) throw conflict(t.adminText.notSuspended)
      return t.adminText.unsuspended
    }),
  )

  serve(app, contract.endUserAccess, (call) =>
    change(call, async (trx, userChange) => {
      const { sessions, accessTokens } = await endAccess(trx, userChange, {
        sessions: true,
        accessTokens: true,
      })
      return t.adminText.ended({ sessions, tokens: accessTokens })
    }),
  )
}

/** `ADMINS` never wait. */
async function rejectUser(trx: Transaction, change: UserChange, config: Config): Promise<string> {
  const { userId } = change
  const user = await lockUser(trx, userId)
  if (user.approved_at !== null || isAdmin(config, user)) throw conflict(t.adminText.approvedBefore)
  await eraseUser(trx, change)
  await recordAuditEntry(trx, change, 'reject user', t.auditText.rejected({ id: userId }), {
    metadata: { user_id: userId },
  })
  return t.adminText.rejected
}

const conflict = (sentence: string) => new ApiError('conflict', sentence)
