import { join } from 'node:path'
import { ratios, type Measurement } from './figure.ts'
import { takeTurns } from './harness/cost.ts'
import { get } from './harness/load.ts'
import { startMetered } from './harness/metered-process.ts'
import { fillWithRates, raiseStage } from './harness/stage.ts'

const BARE = join(import.meta.dirname, 'harness', 'bare-server.ts')
/** What Node itself adds to every answer. */
const NODES_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']
const PATHS = {
  'the current rate': '/api/exchange-rate/current/USD',
  'the last seven days': '/api/exchange-rate/USD/last-seven-days',
}

/** The public reads against the least that Node can do: `node:http` with the same bytes and headers. */
export async function measure(): Promise<Measurement> {
  const stage = await raiseStage()
  try {
    await fillWithRates(stage, 400)
    const product = await stage.server()
    const figures = []
    for (const [name, path] of Object.entries(PATHS)) {
      const answer = await fetch(product.url + path)
      const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      const headers = [...answer.headers].filter(([header]) => !NODES_OWN.includes(header)).flat()
      const bare = await startMetered(BARE, {
        ready: 'ready',
        args: [JSON.stringify({ status: 200, headers, body })],
      })
      const etag = answer.headers.get('etag')!
      const ask = { requests: [get(path)], connections: 32, count: 12_000 }
      const known = { ...ask, requests: [get(path, { 'if-none-match': etag })], status: 304 }
      const { least, full, notModified } = await takeTurns(
        {
          least: { process: bare, ask },
          full: { process: product, ask },
          notModified: { process: product, ask: known },
        },
        15,
      ).finally(() => bare.stop())
      figures.push(
        {
          what: `${name}: bare / product`,
          values: ratios(least.cpu, full.cpu),
          unit: '×',
          goal: { atLeast: 0.9 },
        },
        {
          what: `${name}, 304: bare 200 / product`,
          values: ratios(least.cpu, notModified.cpu),
          unit: '×',
          goal: { atLeast: 1.1 },
        },
        { what: `${name}: product, CPU`, values: full.cpu, unit: 'µs' },
        { what: `${name}: product, answers a second`, values: full.perSecond, unit: '/s' },
      )
    }
    return {
      title:
        'Public reads against bare node:http with the same bytes and headers, by processor time per answer',
      figures,
    }
  } finally {
    await stage.end()
  }
}
