import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { newNetwork, type User } from '../../harness/users/sign-in-users.ts'
import { countOf, type SuperuserAccess } from '../../harness/database/postgres.ts'
import { isServed } from '../../harness/load/writers.ts'
import { until } from '../../harness/until.ts'
import type { Server } from '../../harness/process/restartable-server.ts'

export interface Together {
  readonly words: string
  readonly ok: boolean
}

const WRITES = 100
const NEWS_MS = 25

/** What two processes on one database must share: sessions, limits, keys, the rate book, the stream of changes. */
export async function checkTogether(
  one: Server,
  other: Server,
  users: readonly User[],
  database: SuperuserAccess,
): Promise<Together> {
  const [nimal, kamala] = users
  if (!nimal || !kamala) throw new Error('Two users are needed')
  const news = await spreadOfNews(one, other, nimal)
  const rows = await rowsOfOneKey(one, other, nimal, database)
  const calls = await callsBeforeLimit(one, other)
  const revoked = await logoutElsewhere(one, other, kamala)
  const ok =
    news.p99 <= NEWS_MS &&
    news.events === WRITES &&
    rows === 1 &&
    calls === 60 &&
    revoked.before &&
    revoked.ms <= 1000
  return {
    ok,
    words: `a new rate is in the other's answers after ${news.p99.toFixed(1)} ms (p99 of ${WRITES}) and ${news.events} of ${WRITES} in its stream; ${rows} row for one key asked of both; ${calls} sign-in calls from one network before 429 (60 wanted); a session ended at one is refused by the other after ${Math.round(revoked.ms)} ms`,
  }
}

/** Writes at one and watches the other: its stream, and its responses from the moment at which the write was acknowledged. */
async function spreadOfNews(one: Server, other: Server, { headers }: User) {
  let events = 0
  const stream = get(`${other.url}/api/exchange-rate/stream`, (response) => {
    response.setEncoding('utf8')
    response.on('data', (text: string) => (events += text.match(/^event: rate/gm)?.length ?? 0))
    response.on('error', () => undefined)
  }).on('error', () => undefined)
  await pause(300)
  events = 0
  const date = dayInColombo(new Date())
  const delays: number[] = []
  for (let number = 1; number <= WRITES; number++) {
    const rate = 310 + number / 10_000
    const body = { date, base_currency: 'CAD', rate }
    const response = await one.http.post('/api/exchange-rate/manual', body, { ...headers, ...newNetwork() })
    if (!isServed(response)) throw new Error(`The write was not taken: ${response.body}`)
    const written = performance.now()
    const look = async () =>
      (await other.http.call({ path: '/api/exchange-rate/current/CAD' })).body.includes(`"rate":${rate}`)
    await until('the other process hears of the rate', look, { timeoutMs: 5000, everyMs: 0 })
    delays.push(performance.now() - written)
  }
  await pause(300)
  stream.destroy()
  return { p99: delays.toSorted((a, b) => a - b)[Math.ceil(WRITES * 0.99) - 1] ?? Infinity, events }
}

async function rowsOfOneKey(one: Server, other: Server, user: User, database: SuperuserAccess) {
  const rate = 320.5
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 2 === 0 ? one : other).http.post(
        '/api/exchange-rate/manual',
        { date: dayInColombo(new Date()), base_currency: 'AUD', rate },
        { ...user.headers, 'idempotency-key': 'both' },
      ),
    ),
  )
  return countOf(database, 'SELECT count(*) FROM rate_revision WHERE rate = $1', [rate])
}

async function callsBeforeLimit(one: Server, other: Server): Promise<number> {
  const headers = newNetwork()
  const body = { email: 'nobody@example.lk' }
  let taken = 0
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).http.post('/api/check-user', body, headers),
      ),
    )
    taken += responses.filter(({ status }) => status === 200).length
  }
  return taken
}

async function logoutElsewhere(one: Server, other: Server, { headers }: User) {
  const pass = async () => (await other.http.call({ path: '/api/auth/user', headers })).status === 200
  const before = await pass()
  await one.http.post('/api/auth/logout', undefined, headers)
  const ended = performance.now()
  await until('the logout is heard of', async () => !(await pass()), { everyMs: 0 })
  return { before, ms: performance.now() - ended }
}
