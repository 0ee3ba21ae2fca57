import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { figure, percentile, ratios, type Figure, type Measurement } from './figure.ts'
import { interleave, wholeCpu } from './references/cost.ts'
import { get } from '../harness/load/load.ts'
import { startMetered, type MeteredProcess } from '../harness/process/metered-process.ts'
import { postgresUsage } from '../harness/database/postgres-usage.ts'
import { signInSomeone } from '../harness/users/sign-in-someone.ts'
import { until } from '../harness/until.ts'
import { constantLoad } from '../harness/load/constant-load.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const QUERY_SERVER = join(import.meta.dirname, 'references', 'query-server.ts')
const PATH = '/api/exchange-rate/current/USD'
const ROUNDS = 9
const PROCESSES = 2
const CHANGES = 300
/** Reads a second that each process answers meanwhile. */
const READS_PER_SECOND = 1000

/** The rate book against a query for each request, and how soon a new rate is in the book of every process. */
export async function measure(): Promise<Measurement> {
  await using environment = await startEnvironment()
  await fillWithRates(environment, 400)
  const servers: MeteredProcess[] = []
  for (let each = 0; each < PROCESSES; each++) servers.push(await environment.server())
  return {
    title: 'The rate book in memory',
    figures: [...(await againstQuery(environment, servers[0]!)), ...(await spreading(environment, servers))],
    notes: [
      `A change is timed from before its statement is sent until the slower of ${PROCESSES} processes answers it, asked over`,
      `and over; each process answers ${READS_PER_SECOND} other reads a second meanwhile. ${CHANGES} changes in rounds of ${CHANGES / 10}.`,
    ],
  }
}

async function againstQuery(environment: Environment, product: MeteredProcess): Promise<Figure[]> {
  const response = await fetch(product.url + PATH)
  const headers = [...response.headers].filter(([name]) =>
    /^(content-(type|sec)|x-|cross|perm|ref|cache|etag)/.test(name),
  )
  const usual = await startMetered(environment, QUERY_SERVER, {
    ready: 'ready',
    args: [JSON.stringify({ databaseUrl: environment.appUrl, headers: headers.flat() })],
  })
  const workload = { requests: [get(PATH)], connections: 32, count: 6000 }
  const database = () => postgresUsage(environment)
  const { query, book } = await interleave(
    { query: { process: usual, workload, database }, book: { process: product, workload } },
    ROUNDS,
  )
  await usual.stop()
  return [
    figure('CPU: a query each / the book', ratios(wholeCpu(query), book.cpu), '×', { atLeast: 5 }),
    figure('CPU with a query each', wholeCpu(query), 'µs'),
    figure('PostgreSQL’s part of it', query.databaseCpu, 'µs'),
    figure('CPU from the book', book.cpu, 'µs'),
    figure('answers a second: the book / a query each', ratios(book.perSecond, query.perSecond), '×'),
  ]
}

async function spreading(environment: Environment, servers: readonly MeteredProcess[]): Promise<Figure[]> {
  const { id: user } = await signInSomeone(environment)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO manual_rate (currency, date, rate, created_at, created_by, updated_at, updated_by)
    VALUES ('USD', (now() AT TIME ZONE 'Asia/Colombo')::date, 300, now(), ${user}, now(), ${user})
    RETURNING id`.execute(environment.owner)
  const loads = servers.map(({ port }) => constantLoad(port, get(PATH), READS_PER_SECOND))
  const delays: number[] = []
  for (let change = 1; change <= CHANGES; change++) {
    const rate = 300 + change / 10_000
    const seen = servers.map(({ url }) => responses(url + PATH, rate))
    const begin = performance.now()
    await sql`UPDATE manual_rate SET rate = ${rate}, updated_at = now() WHERE id = ${rows[0]!.id}`.execute(
      environment.owner,
    )
    delays.push(Math.max(...(await Promise.all(seen))) - begin)
    await pause(5)
  }
  await Promise.all(loads.map((each) => each.end()))
  const rounds = Array.from({ length: 10 }, (_, round) =>
    delays.filter((_delay, index) => index % 10 === round),
  )
  return [
    figure(
      'a new rate in every process: median',
      rounds.map((each) => percentile(each, 0.5)),
      'ms',
    ),
    figure('a new rate in every process: 99 of 100', [percentile(delays, 0.99)], 'ms', { atMost: 25 }),
  ]
}

/** Asks over and over until the response holds the rate; resolves to when it came. */
function responses(url: string, rate: number): Promise<number> {
  const look = async () => (await (await fetch(url)).text()).includes(`"rate":${rate},`) && performance.now()
  return until('the new rate', look, { everyMs: 1 })
}
