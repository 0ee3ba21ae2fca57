import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { figure, percentile, type Figure, type Measurement } from './figure.ts'
import { get } from '../harness/load/load.ts'
import type { MeteredProcess } from '../harness/process/metered-process.ts'
import { signInSomeone } from '../harness/users/sign-in-someone.ts'
import { until } from '../harness/until.ts'
import { constantLoad } from '../harness/load/constant-load.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const PATH = '/api/exchange-rate/current/USD'
const PROCESSES = 2
const CHANGES = 300
/** Reads a second that each process answers meanwhile. */
const READS_PER_SECOND = 1000

/** How soon a new rate is in the rate book of every process. */
export async function measure(): Promise<Measurement> {
  await using environment = await startEnvironment()
  await fillWithRates(environment, 400)
  const servers: MeteredProcess[] = []
  for (let each = 0; each < PROCESSES; each++) servers.push(await environment.server())
  return {
    title: 'The rate book in memory',
    figures: await spreading(environment, servers),
    notes: [
      `A change is timed from before its statement is sent until the slower of ${PROCESSES} processes answers it, asked over`,
      `and over; each process answers ${READS_PER_SECOND} other reads a second meanwhile. ${CHANGES} changes in rounds of ${CHANGES / 10}.`,
    ],
  }
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
