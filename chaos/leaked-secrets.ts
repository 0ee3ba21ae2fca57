import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startMailServer, type MailServer } from '../harness/users/mail-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Call } from '../harness/load/http-client.ts'
import { newNetwork } from '../harness/users/sign-in-users.ts'
import { asSuperuser, type SuperuserAccess } from '../harness/database/postgres.ts'
import { check, none } from '../harness/figure.ts'
import { Server } from '../harness/process/restartable-server.ts'

const USERS = 20

export const secrets: Scenario = {
  title: `${USERS} users sign in by code and by link, make and revoke tokens, fail and leave, with the log at its most talkative: no code or token is anywhere in clear`,
  async run(scope) {
    const mail = await startMailServer({ scope })
    const server = await Server.start(scope, { SMTP_URL: mail.url, LOG_LEVEL: 'trace' })
    const seen: Seen = { codes: [], tokens: [], responses: [] }
    for (let number = 1; number <= USERS; number++) await liveOnce(server, mail, number, seen)
    const { codes, tokens, responses } = seen
    const database = await server.database()
    const dump = await dumpOf(database)
    await asSuperuser(database, 'CHECKPOINT')
    return [
      check('codes', codes.length, '', { atLeast: USERS }),
      check('tokens', tokens.length, '', { atLeast: USERS * 3 }),
      none(`in the dump (${Math.round(dump.length / 1024)} KB)`, countIn(dump, codes, tokens)),
      none('in the log', countIn(server.log, codes, tokens)),
      none(`in ${responses.length} other answers`, countIn(responses.join('\n'), codes, tokens)),
      none('tokens in files', await countInFiles(server.dataDir, tokens)),
    ]
  },
}

/** The secrets that users were handed, and all bodies but those that hand a secret to its owner. */
interface Seen {
  readonly codes: string[]
  readonly tokens: string[]
  readonly responses: string[]
}

/** What a user does, whose secrets and responses are put with the others. */
async function liveOnce(
  { http }: Server,
  mail: MailServer,
  number: number,
  seen: Seen,
): Promise<void> {
  const email = `user${number}@example.lk`
  const textOf = async (call: Call): Promise<string> =>
    (await http.call({ ...call, headers: { ...newNetwork(), ...call.headers } })).body
  const send = async (call: Call) => void seen.responses.push(await textOf(call))
  const post = (path: string, body?: object, headers: Call['headers'] = {}): Call => {
    return { method: 'POST', path, headers, body }
  }
  /** The token in a response, which is meant for whoever asked. */
  const handed = async (call: Call): Promise<string> => {
    const body = await textOf(call)
    const { token } = JSON.parse(body) as { token?: string }
    if (token === undefined) throw new Error(`No token: ${body}`)
    seen.tokens.push(token)
    return token
  }

  await send(post('/api/auth/register', { name: 'Nimal', email }))
  const { code, link: address } = await mail.next(email)
  const [, link = ''] = address.split('#token=')
  seen.codes.push(code)
  seen.tokens.push(link)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await send(post('/api/auth/verify-otp', { email, otp: wrong }))
  await send(post('/api/auth/link', { token: link }))
  const byCode = post('/api/auth/verify-otp', { email, otp: code })
  const session = await handed(
    number % 2 === 0 ? post('/api/auth/authenticate', { token: link }) : byCode,
  )
  await send(byCode) // used up
  const headers = { authorization: `Bearer ${session}` }
  const token = await handed(
    post('/api/auth/access-tokens', { name: 'script', scope: 'write' }, headers),
  )
  await send({ path: '/api/user', headers: { authorization: `Bearer ${token}` } })
  for (const path of [
    '/api/auth/user',
    '/api/auth/sessions',
    '/api/auth/access-tokens',
    '/api/audit-logs?per_page=100',
    '/api/audit-logs/export?format=jsonl',
  ])
    await send({ path, headers })
  await send({ path: `/api/exchange-rate/current/USD?date=${code}&token=${session}` })
  await send(post('/api/exchange-rate/manual', { rate: session, date: token }, headers))
  await send(post('/api/auth/logout', undefined, headers))
  await send({ path: '/api/auth/user', headers })
}

/** Every row of every table as text. */
async function dumpOf(database: SuperuserAccess): Promise<string> {
  const list = `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`
  const tables = await asSuperuser<{ name: string }>(database, list)
  const rowsOf = (name: string) =>
    asSuperuser<{ row: string }>(database, `SELECT t::text AS row FROM ${name} t`)
  const rows = (await Promise.all(tables.map(({ name }) => rowsOf(name)))).flat()
  return rows.map(({ row }) => row).join('\n')
}

/**
 * How many secrets stand in a text, also in the forms that bytes are printed in; a code only as a
 * word of its own.
 */
function countIn(text: string, codes: readonly string[], tokens: readonly string[]): number {
  const words = new Set(text.match(/(?<![0-9a-f.])\d{6}(?![0-9a-f])/g))
  const isIn = (token: string) => {
    const bytes = Buffer.from(token)
    const forms = [
      token,
      bytes.toString('hex'),
      bytes.toString('base64'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]
    return forms.some((form) => text.includes(form))
  }
  return codes.filter((code) => words.has(code)).length + tokens.filter(isIn).length
}

/**
 * How many stand in a file, looked through byte by byte: tables, indexes, PostgreSQL's log of
 * changes, its messages.
 */
async function countInFiles(folder: string, tokens: readonly string[]): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
  return tokens.filter((token) => contents.some((content) => content.includes(token))).length
}
