import '../server/text/load-sentences.ts'
import { addDays, calendarDateOf, dayInColombo } from '../domain/calendar-date.ts'
import { setCurrencies } from '../domain/currency.ts'
import { setPublishers } from '../domain/series.ts'
import { startEnvironment, type Environment } from '../harness/database/environment.ts'
import { storeFacts } from '../harness/database/store-facts.ts'
import { figure, holds, ratios, type Figure } from '../harness/figure.ts'
import { httpClient, type HttpClient } from '../harness/load/http-client.ts'
import { memoryOf, peakMemoryOf } from '../harness/process/process-figures.ts'
import type { Program } from '../harness/process/program.ts'
import type { Scenario } from '../harness/scenario.ts'
import { until } from '../harness/until.ts'
import { readConfig } from '../server/config.ts'
import { readCheckpointFiles } from '../server/audit-log/checkpoints.ts'
import { verifyDatabase } from '../server/audit-log/verify-database.ts'
import { connect, VERIFYING } from '../server/database/connection.ts'
import type { Listener } from '../server/database/listener.ts'
import { sealPeriods } from '../server/periods/seal-periods.ts'
import { LiveRateBook } from '../server/rates/live-rate-book.ts'
import { sql } from 'kysely'
import { inTurns } from '../harness/load/in-turns.ts'

const CODES = 'USD EUR GBP JPY AUD CAD CHF SGD CNY INR SEK NOK DKK NZD'.split(' ')
/** One more than has rates, for imports. */
const BANKS = Array.from({ length: 29 }, (_, n) => ({
  id: `b${String(n + 1).padStart(2, '0')}`,
  name: `Bank ${n + 1}`,
}))
const YEARS = 20
const ENV = {
  CURRENCIES: CODES.join(','),
  PUBLISHERS: BANKS.map(({ id, name }) => `${id}:${name}`).join(','),
}
const ROUNDS = 9
/** No address is read twice, so that no response is kept. */
const READS = 19
const IMPORTS = 3
const IMPORTED_ROWS = 10_000
const API = '/api/exchange-rate'
const today = dayInColombo(new Date())

interface Installation {
  readonly server: Program
  readonly http: HttpClient
  readonly headers: Readonly<Record<string, string>>
  readonly starts: Record<'listening' | 'main rates' | 'all rates', number>
}

export const size: Scenario = {
  title: `2 000 000 rates (${CODES.length} currencies × 28 banks × ${YEARS} years, months sealed) against 400 days of four currencies`,
  async run(scope) {
    const few = await startEnvironment(scope, { days: 400 })
    const many = await startEnvironment(scope, { days: 400 })
    await fillWithBanks(many)
    await sealBanks(many)
    return measure(await start(few), await start(many), many)
  },
}

async function measure(small: Installation, large: Installation, many: Environment) {
  const figures: Figure[] = []
  const goals = { listening: 1, 'main rates': 2, 'all rates': 60 }
  for (const what of ['listening', 'main rates', 'all rates'] as const)
    figures.push(
      figure(`${what} after the start: small`, small.starts[what], 's'),
      figure(`${what} after the start: large`, large.starts[what], 's', { atMost: goals[what] }),
    )
  for (const [what, work, atMost, rounds] of WORKS) {
    const times = await inTurns({ small: () => work(small), large: () => work(large) }, rounds)
    const ratio = ratios(times.large, times.small)
    figures.push(figure(`${what}: large / small`, ratio, '×', { atMost }))
    figures.push(figure(`${what}: large`, times.large, 'ms'))
  }
  figures.push(figure('memory', memoryOf(large.server.pid), 'MB', { atMost: 400 }))
  figures.push(figure('memory at most', peakMemoryOf(large.server.pid), 'MB'))
  return [...figures, ...(await verification(many))]
}

const mean = async (count: number, work: (n: number) => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  for (let n = 0; n < count; n++) await work(n)
  return (performance.now() - begun) / count
}
let turn = 0

const reads =
  (path: (n: number) => string) =>
  ({ http }: Installation) =>
    mean(30, async () => ok(await http.call({ path: API + path(turn++) })))

const daysAgo = (n: number) => addDays(today, -(n % 300))
const yearAgo = (n: number) => addDays(daysAgo(n), -365)
const codeOf = (n: number) => ['USD', 'AUD', 'CAD', 'GBP'][Math.floor(n / 300) % 4]

type Work = (each: Installation) => Promise<number>

const WORKS: readonly [what: string, work: Work, atMost: number, rounds: number][] = [
  ['the current rate', reads((n) => `/current/${codeOf(n)}?date=${daysAgo(n)}`), 1.3, READS],
  ['the board', reads((n) => `/board?date=${daysAgo(n)}`), 1.3, ROUNDS],
  ['a year', reads((n) => `/${codeOf(n)}/history?from=${yearAgo(n)}&to=${daysAgo(n)}`), 1.3, READS],
  ['a manual entry', write, 1.3, ROUNDS],
  [`an import of ${IMPORTED_ROWS} rates`, importRates, 2, IMPORTS],
]

async function write({ headers, http }: Installation): Promise<number> {
  return mean(20, async (n) => {
    const body = { base_currency: 'USD', date: daysAgo(n), rate: 300 + (turn++ % 50) / 10 }
    ok(await http.call({ method: 'POST', path: `${API}/manual`, headers, body }))
  })
}

async function importRates({ headers, http }: Installation): Promise<number> {
  const offset = (turn++ % 100) / 100
  const rows = Array.from({ length: IMPORTED_ROWS }, (_, n) => ({
    date: addDays(today, -(n % 5000)),
    currency: n < 5000 ? 'USD' : 'GBP',
    rate: (n < 5000 ? 302 : 406) + offset,
    kind: 'tt-selling',
    publisher: BANKS.at(-1)?.id,
  }))
  const body = { rows }
  const call = { method: 'POST', path: `${API}/import`, headers, body, timeoutMs: 120_000 }
  // A machine that does other work may reach the time-out of a statement.
  for (let tries = 0; ; tries++) {
    const response = await http.call(call)
    if (response.status === 503 && tries < 10) continue
    ok(response)
    return response.ms
  }
}

function ok({ status, body }: { status: number; body: string }): void {
  if (status >= 300) throw new Error(body.slice(0, 600))
}

async function start(environment: Environment): Promise<Installation> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const server = await environment.server(ENV)
  const listening = seconds()
  const http = httpClient(server.port, 4)
  const responds = async (path: string) => (await http.attempt({ path })).status === 200
  const when = async (path: string) => {
    await until(path, () => responds(path), { timeoutMs: 180_000, everyMs: 5 })
    return seconds()
  }
  const main = await when(`${API}/current/USD`)
  const all = await when('/api/health/ready')
  const headers = { authorization: `Bearer ${(await environment.user()).token}` }
  return { server, http, headers, starts: { listening, 'main rates': main, 'all rates': all } }
}

/** A statement a series. */
async function fillWithBanks({ owner }: Environment): Promise<void> {
  const first = calendarDateOf(`${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`)
  for (const [bank, { id }] of BANKS.slice(0, -1).entries())
    for (const [n, code] of CODES.entries())
      await storeFacts(
        owner,
        `SELECT 'manual' AS source, '${id}' AS bank, '${code}' AS currency,
          'tt-selling' AS kind, date::date AS date,
          ${100 + 20 * n + bank / 10} + 5 * sin(extract(epoch FROM date) / 5000000) AS rate
        FROM generate_series('${first}', '${today}', interval '1 day') AS days (date)
        WHERE extract(isodow FROM date) < 6`,
      )
  await sql`VACUUM ANALYZE`.execute(owner)
}

/** By the product's own job. */
async function sealBanks({ owner, appUrl }: Environment): Promise<void> {
  const config = readConfig({ ...ENV, RATE_FEED: 'off', DATA_DIR: '/nowhere' })
  setCurrencies(config.currencies)
  setPublishers(config.publishers)
  const { db } = connect(appUrl, { statementTimeoutMs: 0 })
  const liveRateBook = new LiveRateBook({
    db,
    longDb: db,
    listener: { subscribe: () => undefined } as unknown as Listener,
    configured: 'off',
    log: console,
  })
  await liveRateBook.load()
  await sealPeriods({ db, clock: () => new Date(), config, liveRateBook } as never)
  liveRateBook.close()
  await db.destroy()
  await sql`VACUUM ANALYZE`.execute(owner)
}

async function verification({ appUrl, dataDir }: Environment): Promise<Figure[]> {
  const places = { dataDir, checkpointDir: undefined, auditPublicKeys: [] }
  const signed = async () => (await readCheckpointFiles(places)).checkpoints.good.length > 0
  await until('a verification by the server', signed, { timeoutMs: 600_000, everyMs: 1000 })
  const { db } = connect(appUrl, VERIFYING)
  const begun = performance.now()
  const found = await readCheckpointFiles(places)
  const { result } = await verifyDatabase(db, found, { now: new Date() })
  const seconds = (performance.now() - begun) / 1000
  await db.destroy()
  return [
    figure('verifying everything', seconds, 's'),
    holds('it ended with OK', result.verdict === 'OK', result.verdict),
  ]
}
