import { availableParallelism } from 'node:os'
import { figure, ratios, type Figure, type Measurement } from './figure.ts'
import { get, load, type Load } from '../harness/load/load.ts'
import type { MeteredProcess } from '../harness/process/metered-process.ts'
import { signInSomeone } from '../harness/users/sign-in-someone.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const ROUNDS = 9

interface Round {
  /** Answers a second that the processes could give with a core each: 1 / processor time of a response, added up. */
  readonly capacity: number
  readonly perSecond: number
}

/** Below this, whoever asks and PostgreSQL take cores from the processes, and two displace each other's caches. */
const CORES_FOR_TWO = 5

/**
 * Two API processes on one database, against one, and against two that share nothing but the machine: each with a
 * database of its own. What the second comparison lacks to 1 is the price of sharing.
 */
export async function measure(): Promise<Measurement> {
  await using shared = await startEnvironment()
  await using apart = await startEnvironment()
  const hasCores = availableParallelism() >= CORES_FOR_TWO
  for (const environment of [shared, apart]) await fillWithRates(environment, 60)
  const here = await askable(shared)
  const beside = await askable(shared)
  const elsewhere = await askable(apart)
  const figures: Figure[] = []
  for (const what of ['public reads', 'recent entries'] as const) {
    const seen = { one: [] as Round[], two: [] as Round[], apart: [] as Round[] }
    const contenders = Object.entries({
      one: [here],
      two: [here, beside],
      apart: [here, elsewhere],
    }) as [keyof typeof seen, Contender[]][]
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, servers] of round % 2 === 0 ? contenders : contenders.toReversed()) {
        const seenNow = await work(servers, what)
        if (round > 0) seen[name].push(seenNow)
      }
    const of = (name: keyof typeof seen, field: keyof Round) => seen[name].map((each) => each[field])
    const compared = (field: keyof Round, with_: 'one' | 'apart') =>
      ratios(of('two', field), of(with_, field))
    figures.push(
      {
        what: `${what}, capacity: two / one`,
        values: compared('capacity', 'one'),
        unit: '×',
        ...(hasCores && { goal: { atLeast: 1.8 } }),
      },
      figure(`${what}, capacity: two / two that share nothing`, compared('capacity', 'apart'), '×', {
        atLeast: 0.9,
      }),
      figure(`${what}, a second: two / one`, compared('perSecond', 'one'), '×'),
      figure(`${what}, a second: two / two that share nothing`, compared('perSecond', 'apart'), '×', {
        atLeast: 0.9,
      }),
    )
  }
  return {
    title: 'Two API processes on one database',
    figures,
    notes: [
      `This machine has ${availableParallelism()} cores, and whoever asks and PostgreSQL need some of them: with fewer than ${CORES_FOR_TWO},`,
      'two against one show the machine. Two that share nothing meet the same machine: 0.9 of them is 1.8 of one.',
      'Capacity is what the processor time of an answer allows each process with a core of its own.',
    ],
  }
}

interface Contender {
  readonly server: MeteredProcess
  readonly workloads: Readonly<Record<'public reads' | 'recent entries', Omit<Load, 'port'>>>
}

async function askable(environment: Environment): Promise<Contender> {
  const server = await environment.server()
  const { token } = await signInSomeone(environment)
  return {
    server,
    workloads: {
      'public reads': { requests: [get('/api/exchange-rate/current/USD')], connections: 16, count: 8000 },
      'recent entries': {
        requests: [get('/api/exchange-rate/recent', { authorization: `Bearer ${token}` })],
        connections: 8,
        count: 800,
      },
    },
  }
}

async function work(contenders: readonly Contender[], what: keyof Contender['workloads']): Promise<Round> {
  const before = await Promise.all(contenders.map(({ server }) => server.usage()))
  const begin = performance.now()
  await Promise.all(contenders.map(({ server: { port }, workloads }) => load({ port, ...workloads[what] })))
  const seconds = (performance.now() - begin) / 1000
  const after = await Promise.all(contenders.map(({ server }) => server.usage()))
  const counts = contenders.map(({ workloads }) => workloads[what].count)
  const capacities = after.map(({ cpu }, index) => (counts[index]! * 1e6) / (cpu - before[index]!.cpu))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  return { capacity: sum(capacities), perSecond: sum(counts) / seconds }
}
