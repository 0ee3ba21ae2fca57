import { availableParallelism } from 'node:os'
import { ratios, type Measurement } from './figure.ts'
import { get, load, type Load } from './harness/load.ts'
import type { MeteredProcess } from './harness/metered-process.ts'
import { signInSomeone } from './harness/person.ts'
import { fillWithRates, raiseStage } from './harness/stage.ts'

const ROUNDS = 9

interface Round {
  /** Answers a second that the processes could give with a core each: 1 / processor time of an answer, added up. */
  readonly capacity: number
  readonly perSecond: number
}

/** Two API processes on one database against one. */
export async function measure(): Promise<Measurement> {
  const stage = await raiseStage()
  try {
    await fillWithRates(stage, 60)
    const servers = [await stage.server(), await stage.server()]
    const { token } = await signInSomeone(stage)
    const works: Readonly<Record<string, Omit<Load, 'port'>>> = {
      'public reads': { requests: [get('/api/exchange-rate/current/USD')], connections: 16, count: 8000 },
      'recent entries': {
        requests: [get('/api/exchange-rate/recent', { authorization: `Bearer ${token}` })],
        connections: 8,
        count: 800,
      },
    }
    const figures = []
    for (const [what, ask] of Object.entries(works)) {
      const [one, two]: [Round[], Round[]] = [[], []]
      for (let round = 0; round <= ROUNDS; round++) {
        const alone = await work(servers.slice(0, 1), ask)
        const together = await work(servers, ask)
        if (round === 0) continue
        one.push(alone)
        two.push(together)
      }
      const of = (rounds: Round[], field: keyof Round) => rounds.map((each) => each[field])
      figures.push(
        {
          what: `${what}, capacity: two / one`,
          values: ratios(of(two, 'capacity'), of(one, 'capacity')),
          unit: '×',
          goal: { atLeast: 1.8 },
        },
        {
          what: `${what}, a second: two / one`,
          values: ratios(of(two, 'perSecond'), of(one, 'perSecond')),
          unit: '×',
        },
      )
    }
    return {
      title: 'Two API processes on one database against one',
      figures,
      notes: [
        `This machine has ${availableParallelism()} cores, and whoever asks and PostgreSQL need some of them: with fewer than five,`,
        'answers a second show the machine, not the product. Capacity is what the processor time of an answer allows',
        'each process with a core of its own, measured while both work at once.',
      ],
    }
  } finally {
    await stage.end()
  }
}

async function work(servers: readonly MeteredProcess[], ask: Omit<Load, 'port'>): Promise<Round> {
  const before = await Promise.all(servers.map((each) => each.usage()))
  const begin = performance.now()
  await Promise.all(servers.map(({ port }) => load({ port, ...ask })))
  const seconds = (performance.now() - begin) / 1000
  const after = await Promise.all(servers.map((each) => each.usage()))
  const capacities = after.map(({ cpu }, index) => (ask.count * 1e6) / (cpu - before[index]!.cpu))
  return {
    capacity: capacities.reduce((sum, each) => sum + each, 0),
    perSecond: (servers.length * ask.count) / seconds,
  }
}
