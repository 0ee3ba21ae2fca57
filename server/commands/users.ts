import { sql } from 'kysely'
import { eraseUser } from '../account/erase-user.ts'
import {
  approveUser,
  endAccess,
  readUser,
  inviteUser,
  suspendUser,
  unsuspendUser,
  type UserChange,
} from '../admin/users.ts'
import { LIVE_FACTS, RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import { isEmailAddress, normaliseEmail } from '../../domain/identity/account.ts'
import { OPERATOR } from '../identity/actor.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { liveSessions, readAccessTokens } from '../identity/session.ts'
import { StartError } from '../start-error.ts'
import { connectOwner, readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run users -- list                     all users; times are those of Sri Lanka
npm run users -- invite EMAIL             lets EMAIL register (REGISTRATION=invited); sends an email
npm run users -- approve EMAIL            lets a user enter rates where REGISTRATION=approved
npm run users -- suspend EMAIL            keeps a user out; ends all sessions and access tokens
npm run users -- unsuspend EMAIL          lets a suspended user sign in again
npm run users -- sessions EMAIL [--end]   lists the user's sessions, or ends them all
npm run users -- tokens EMAIL [--revoke]  lists the user's access tokens, or revokes them all
npm run users -- erase EMAIL              closes the account and erases its personal data for good`

const { values, positionals } = readArguments(USAGE, {
  options: {
    end: { type: 'boolean', default: false },
    revoke: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const INSTANT_FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Colombo',
  dateStyle: 'short',
  timeStyle: 'short',
})

const USER_COLUMNS = {
  ID: 'id',
  EMAIL: 'email',
  NAME: 'name',
  REGISTERED: 'created_at',
  VERIFIED: 'verified_at',
  APPROVED: 'approved_at',
  SUSPENDED: 'suspended_at',
  'LAST SEEN': 'last_seen_at',
  'LIVE ENTRIES': 'live_entries',
} as const
type UserColumn = (typeof USER_COLUMNS)[keyof typeof USER_COLUMNS]

interface Call {
  readonly db: Db
  readonly email: string
  readonly config: Config
  readonly at: Date
}

const ACTIONS: Readonly<Record<string, (call: Call) => Promise<readonly string[]>>> = {
  invite,
  approve: async (call) => {
    const { email } = call
    const approved = await change(call, approveUser)
    return [approved ? `${email} can enter rates now.` : `${email} was approved already.`]
  },
  suspend: async (call) => {
    const { email } = call
    const ended = await change(call, suspendUser)
    if (!ended) return [`${email} was suspended already.`]
    return [
      `${email} is suspended: ${formatCount(ended.sessions, 'session')} ended, ` +
        `${formatCount(ended.accessTokens, 'access token')} revoked.`,
      'What the user entered still counts. To undo it: npm run rates:undo -- --by EMAIL ' +
        '--since INSTANT',
    ]
  },
  unsuspend,
  sessions: async (call) => {
    if (!values.end) return sessionLines(call)
    const ended = await change(call, (trx, act) => endAccess(trx, act, { sessions: true }))
    return [`${formatCount(ended.sessions, 'session')} of ${call.email} ended.`]
  },
  tokens: async (call) => {
    if (!values.revoke) return listTokens(call)
    const ended = await change(call, (trx, act) => endAccess(trx, act, { accessTokens: true }))
    return [`${formatCount(ended.accessTokens, 'access token')} of ${call.email} revoked.`]
  },
  erase: async (call) => {
    const { id, entries } = await change(call, async (trx, erased) => ({
      id: erased.userId,
      ...(await eraseUser(trx, erased)),
    }))
    return [
      `The account is closed. Its rates and audit entries stay, by a former user (#${id}).`,
      `The personal data of ${formatCount(entries, 'audit entry', 'audit entries')} were erased. ` +
        'Backups and exports still hold them.',
    ]
  },
}

await runCommand(async ({ ownerUrl }, config) => {
  const [action = '', email, ...more] = positionals
  const act = ACTIONS[action]
  const isList = action === 'list' && email === undefined
  if (!isList && (!act || email === undefined || more.length > 0))
    throw new StartError(`Name an action and one email.\n\n${USAGE}`)
  await using owner = await connectOwner(ownerUrl, 'users')
  const { db, at } = owner
  const lines = isList
    ? await userLines(db)
    : ((await act?.({ db, email: email ?? '', config, at })) ?? [])
  for (const line of lines) console.log(line)
  return 0
})

function change<T>(
  { db, email, at }: Call,
  act: (trx: Transaction, change: UserChange) => Promise<T>,
) {
  return db.transaction().execute(async (trx) => {
    const { id } = await readUser(trx, email)
    return act(trx, { userId: id, actor: OPERATOR, at })
  })
}

async function invite({ db, email: typed, config, at }: Call): Promise<readonly string[]> {
  const email = normaliseEmail(typed)
  if (!isEmailAddress(email)) throw new StartError(`${typed} is not an email address.`)
  const sendsEmail = config.smtpUrl !== undefined
  const { isNew } = await db
    .transaction()
    .execute((trx) => inviteUser(trx, { email, sendsEmail, actor: OPERATOR, at }))
  return [
    isNew ? `${email} can register now.` : `${email} was invited before.`,
    sendsEmail
      ? 'The running server sends the email within 15 seconds.'
      : `SMTP_URL is unset, so no email is sent: tell them to open ${config.publicUrl}/register`,
  ]
}

async function unsuspend(call: Call): Promise<readonly string[]> {
  const { email } = call
  const ended = await change(call, unsuspendUser)
  return [ended ? `${email} can sign in again.` : `${email} is not suspended.`]
}

async function userLines(db: Db): Promise<readonly string[]> {
  const users = await listUsers(db)
  return users.length === 0 ? ['Nobody has registered yet.'] : tableLines(users, USER_COLUMNS)
}

async function sessionLines({ db, email, at }: Call): Promise<readonly string[]> {
  const { id } = await readUser(db, email)
  const sessions = await liveSessions(db, id, at)
  if (sessions.length === 0) return [`${email} has no session.`]
  const columns = { ID: 'id', DEVICE: 'device', 'IP ADDRESS': 'ip_address' } as const
  return tableLines(sessions, {
    ...columns,
    'SIGNED IN': 'created_at',
    'LAST SEEN': 'last_seen_at',
  })
}

async function listTokens({ db, email, at }: Call): Promise<readonly string[]> {
  const { id } = await readUser(db, email)
  const tokens = (await readAccessTokens(db, id))
    .filter(({ expires_at }) => expires_at > at)
    .reverse()
  if (tokens.length === 0) return [`${email} has no access token.`]
  const columns = { ID: 'id', NAME: 'name', PERMISSION: 'scope', CREATED: 'created_at' } as const
  return tableLines(tokens, { ...columns, EXPIRES: 'expires_at', 'LAST USED': 'last_used_at' })
}

function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

async function listUsers(db: Db) {
  const { rows } = await sql<Readonly<Record<UserColumn, Cell>>>`
    SELECT u.id, u.email, u.name, u.created_at, u.verified_at, u.approved_at, u.suspended_at,
      greatest(s.last_seen_at, t.last_used_at) AS last_seen_at,
      coalesce(m.entries, 0) AS live_entries
    FROM public.app_user u
      LEFT JOIN (SELECT user_id, max(last_seen_at) AS last_seen_at
        FROM public.app_session GROUP BY user_id) s ON s.user_id = u.id
      LEFT JOIN (SELECT user_id, max(last_used_at) AS last_used_at
        FROM public.access_token GROUP BY user_id) t ON t.user_id = u.id
      LEFT JOIN (SELECT c.user_id, count(*) AS entries
        FROM ${LIVE_FACTS} f JOIN ${RECORDED_CHANGES} c USING (version)
        WHERE f.source = 'manual' GROUP BY c.user_id) m ON m.user_id = u.id
    ORDER BY u.id`.execute(db)
  return rows
}

type Cell = string | number | Date | null

function tableLines<Field extends string>(
  items: readonly Readonly<Record<Field, Cell>>[],
  columns: Readonly<Record<string, Field>>,
): string[] {
  const fields = Object.values(columns)
  const rows = [
    Object.keys(columns),
    ...items.map((item) => fields.map((field) => formatCell(item[field]))),
  ]
  const widths = fields.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function formatCell(cell: Cell): string {
  if (cell === null) return '-'
  return cell instanceof Date ? INSTANT_FORMAT.format(cell) : String(cell).replace(/\p{C}/gu, '?')
}
