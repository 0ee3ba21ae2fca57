import { figure, ratios, type Columns, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { bareAnswering } from '../harness/process/bare-server.ts'
import { interleave, type Cost } from './references/in-turns.ts'
import { get } from '../harness/load/load.ts'
import { directus, parseServer } from './peers/start-peers.ts'
import { startEnvironment, type Environment } from '../harness/database/environment.ts'
import { sql } from 'kysely'
import { childrenOf, figuresOf } from '../harness/process/process-figures.ts'

const ROUNDS = 7
const PATH = '/api/exchange-rate/current/USD'

/** Each with how many times as many requests a second are wanted. */
const CONTESTS: readonly [name: string, goal: number, start: typeof directus][] = [
  ['Parse Server', 40, parseServer],
  ['Directus', 150, directus],
]

export const peers: Scenario = {
  title:
    'the newest rate of a currency, asked of one process of the product and of products that serve any rows, on the same PostgreSQL',
  async run(scope) {
    // The peers' drivers want TCP; the port names the product's socket too, so it stays PostgreSQL's usual one.
    const settings = { listen_addresses: '127.0.0.1', max_connections: '150' }
    const environment = await startEnvironment(scope, { days: 400, settings })
    const product = await environment.server()
    const { bare } = await bareAnswering(scope, product.url + PATH)
    const own = { requests: [get(PATH)], connections: 32, count: 60_000 }
    const found: (Figure | string)[] = []
    for (const [name, goal, start] of CONTESTS) {
      const what = `CPU of an answer, PostgreSQL’s with it: ${name} / product`
      const peer = await start(scope, environment).catch((error: unknown) => String(error).slice(0, 600))
      if (typeof peer === 'string') {
        found.push(figure(what, [], '×', { atLeast: goal }), `${name} could not be measured: ${peer}`)
        continue
      }
      const theirs = { requests: [peer.request], connections: 32, count: 1500 }
      const contenders = {
        product: { process: product, workload: own },
        bare: { process: bare, workload: own },
        peer: { process: peer.process, workload: theirs, database: () => postgresUsage(environment) },
      }
      const costs = await interleave(contenders, ROUNDS)
      await peer.process.end('SIGTERM')
      const perSecond = (of: Columns<Cost>) => ratios(of.perSecond, costs.peer.perSecond)
      found.push(
        figure(`requests a second: product / ${name}`, perSecond(costs.product), '×', { atLeast: goal }),
        figure(`requests a second: bare node:http / ${name}`, perSecond(costs.bare), '×'),
        figure(`${name}: answers a second`, costs.peer.perSecond, '/s'),
        figure(what, ratios(costs.peer.wholeCpu, costs.product.cpu), '×', { atLeast: goal }),
      )
    }
    return found
  },
}

/**
 * Processor time in µs that PostgreSQL's processes of this stage have used so far, with those that have ended; undefined
 * where the system has no /proc.
 */
async function postgresUsage({ owner }: Environment): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(owner)
  const postmaster = figuresOf(figuresOf(rows[0]!.pid)?.parent ?? 0)
  if (!postmaster) return undefined
  const running = childrenOf(postmaster.pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  return (running + postmaster.cpuSecondsWithEnded) * 1e6
}
