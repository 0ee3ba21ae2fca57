import { figure, ratios, type Figure, type Measurement } from './figure.ts'
import { bareAnswering } from '../harness/process/bare-response.ts'
import { interleave, wholeCpu } from './references/cost.ts'
import { get } from '../harness/load/load.ts'
import { directus, parseServer, type Peer } from './peers/start-peers.ts'
import { postgresUsage } from '../harness/database/postgres-usage.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const ROUNDS = 7
const PATH = '/api/exchange-rate/current/USD'

interface Contest {
  readonly name: string
  readonly start: (environment: Environment) => Promise<Peer>
  /** Times as many requests a second. */
  readonly goal: number
}

const CONTESTS: readonly Contest[] = [
  { name: 'Parse Server', start: parseServer, goal: 40 },
  { name: 'Directus', start: directus, goal: 150 },
]

/** The newest rate of a currency, asked of the product and of products that serve any rows, on the same PostgreSQL. */
export async function measure(): Promise<Measurement> {
  // The peers' drivers want TCP; the port names the product's socket too, so it stays PostgreSQL's usual one.
  await using environment = await startEnvironment({ listen_addresses: '127.0.0.1', max_connections: '150' })
  const figures: Figure[] = []
  const notes: string[] = []
  const notMeasured: string[] = []
  await fillWithRates(environment, 400)
  const product = await environment.server()
  const { bare } = await bareAnswering(environment, product.url + PATH)
  for (const { name, start, goal } of CONTESTS) {
    const peer = await start(environment).catch((error: unknown) => String(error))
    if (typeof peer === 'string') {
      notMeasured.push(`${name} could not be measured`)
      notes.push(`${name} could not be measured: ${peer.slice(0, 600)}`)
      continue
    }
    const own = { requests: [get(PATH)], connections: 32, count: 60_000 }
    const theirs = { requests: [peer.request], connections: 32, count: 1500 }
    const costs = await interleave(
      {
        product: { process: product, workload: own },
        bare: { process: bare, workload: own },
        peer: { process: peer.process, workload: theirs, database: () => postgresUsage(environment) },
      },
      ROUNDS,
    )
    await peer.process.stop()
    figures.push(
      figure(
        `requests a second: product / ${name}`,
        ratios(costs.product.perSecond, costs.peer.perSecond),
        '×',
        { atLeast: goal },
      ),
      figure(
        `requests a second: bare node:http / ${name}`,
        ratios(costs.bare.perSecond, costs.peer.perSecond),
        '×',
      ),
      figure(`${name}: answers a second`, costs.peer.perSecond, '/s'),
      figure(
        `CPU of an answer, PostgreSQL’s with it: ${name} / product`,
        ratios(wholeCpu(costs.peer), costs.product.cpu),
        '×',
        { atLeast: goal },
      ),
    )
  }
  return {
    title: 'The newest rate of a currency: the product against products for any rows, on the same PostgreSQL',
    figures,
    notes: [
      'Requests a second are those of one server process, asked from the same machine, with PostgreSQL beside it. The processor',
      'time of an answer is what it takes of the machine, whoever of them uses it.',
      ...notes,
    ],
    notMeasured,
  }
}
