import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailServer } from '../../harness/users/mail-server.ts'
import { openMailServer } from '../../harness/users/scoped-mail-server.ts'
import type { Scenario } from '../scenario.ts'
import type { Call } from '../../harness/load/http-client.ts'
import { codeIn, newNetwork } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, type SuperuserAccess } from '../../harness/database/postgres.ts'
import { until } from '../../harness/until.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const USERS = 20

export const secrets: Scenario = {
  name: 'secrets',
  title: `${USERS} users sign in by code and by link, make and revoke tokens, fail and leave, with the log at its most talkative`,
  pass: '0 codes and tokens in clear in a dump of the database, the log, any other answer, or the files of DATA_DIR',
  async run(scope) {
    const mail = await openMailServer(scope)
    const env = { SMTP_URL: mail.url, LOG_LEVEL: 'trace' }
    const server = await Server.start(scope, env)
    const life = new Life(server, mail)
    for (let number = 1; number <= USERS; number++) await life.of(`user${number}@example.lk`)
    const database = await server.database()
    const dump = await dumpOf(database)
    await asSuperuser(database, 'CHECKPOINT')
    const { codes, tokens } = life
    const inDump = found(dump, codes, tokens)
    const inLog = found(server.log, codes, tokens)
    const inResponses = found(life.responses.join('\n'), codes, tokens)
    const inFiles = await foundInFiles(server.dataDir, tokens)
    const all = [...inDump, ...inLog, ...inResponses, ...inFiles]
    return {
      figures: `of ${codes.length} codes and ${tokens.length} tokens ${inDump.length} in the dump (${Math.round(dump.length / 1024)} KB), ${inLog.length} in the log, ${inResponses.length} in ${life.responses.length} other answers, ${inFiles.length} in files`,
      ok: all.length === 0 && codes.length >= USERS && tokens.length >= USERS * 3,
    }
  },
}

/** What users do, and the secrets that they were handed on the way. */
class Life {
  readonly codes: string[] = []
  readonly tokens: string[] = []
  /** All bodies but those that hand a secret to its owner. */
  readonly responses: string[] = []
  private readonly server: Server
  private readonly mail: MailServer

  constructor(server: Server, mail: MailServer) {
    this.server = server
    this.mail = mail
  }

  async of(email: string): Promise<void> {
    await this.post('/api/auth/register', { name: 'Nimal', email })
    const text = await this.emailTo(email)
    const code = codeIn(text) ?? ''
    const link = /#token=([\w-]+)/.exec(text)?.[1] ?? ''
    this.codes.push(code)
    this.tokens.push(link)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await this.post('/api/auth/verify-otp', { email, otp: wrong })
    await this.post('/api/auth/link', { token: link })
    const byLink = Number(/\d+/.exec(email)?.[0]) % 2 === 0
    const session = this.handed(
      await (byLink
        ? this.post('/api/auth/authenticate', { token: link })
        : this.post('/api/auth/verify-otp', { email, otp: code })),
    )
    await this.post('/api/auth/verify-otp', { email, otp: code }) // used up
    const headers = { authorization: `Bearer ${session}` }
    const body = { name: 'script', scope: 'write' }
    const token = this.handed(await this.post('/api/auth/access-tokens', body, headers))
    await this.send({ path: '/api/user', headers: { authorization: `Bearer ${token}` } })
    for (const path of [
      '/api/auth/user',
      '/api/auth/sessions',
      '/api/auth/access-tokens',
      '/api/audit-logs?per_page=100',
      '/api/audit-logs/export?format=json',
    ])
      await this.send({ path, headers })
    await this.send({ path: `/api/exchange-rate/current/USD?date=${code}&token=${session}` })
    await this.post('/api/exchange-rate/manual', { rate: session, date: token }, headers)
    await this.post('/api/auth/logout', undefined, headers)
    await this.send({ path: '/api/auth/user', headers })
  }

  private post(path: string, body?: object, headers: Call['headers'] = {}): Promise<string> {
    return this.send({ method: 'POST', path, headers, body })
  }

  private async send(call: Call): Promise<string> {
    const { body } = await this.server.http.call({ ...call, headers: { ...newNetwork(), ...call.headers } })
    this.responses.push(body)
    return body
  }

  /** The token in the last response, which is meant for whoever asked. */
  private handed(body: string): string {
    this.responses.pop()
    const { token } = JSON.parse(body) as { token?: string }
    if (token === undefined) throw new Error(`No token: ${body}`)
    this.tokens.push(token)
    return token
  }

  private emailTo(email: string): Promise<string> {
    const look = () => this.mail.received.find(({ recipients }) => recipients.includes(email))?.mail.text
    return until(`a message to ${email}`, look)
  }
}

/** Every row of every table as text. */
async function dumpOf(database: SuperuserAccess): Promise<string> {
  const tables = await asSuperuser<{ name: string }>(
    database,
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const parts = await Promise.all(
    tables.map(({ name }) => asSuperuser<{ row: string }>(database, `SELECT t::text AS row FROM ${name} t`)),
  )
  return parts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** The secrets that stand in a text, also in the forms that bytes are printed in; a code only as a word of its own. */
function found(text: string, codes: readonly string[], tokens: readonly string[]): string[] {
  const words = new Set(text.match(/(?<![0-9a-f.])\d{6}(?![0-9a-f])/g))
  return [
    ...codes.filter((code) => words.has(code)),
    ...tokens.filter((token) => formsOf(token).some((form) => text.includes(form))),
  ]
}

function formsOf(token: string): string[] {
  const bytes = Buffer.from(token)
  return [
    token,
    bytes.toString('hex'),
    bytes.toString('base64'),
    Buffer.from(token, 'base64url').toString('hex'),
  ]
}

/** Looks through every file byte by byte: tables, indexes, PostgreSQL's log of changes, its messages. */
async function foundInFiles(folder: string, tokens: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const contents = files.map((file) => readFileSync(file))
  return tokens.filter((token) => contents.some((content) => content.includes(token)))
}
