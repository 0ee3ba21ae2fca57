import { figure, ratios, type Measurement } from './figure.ts'
import { bareAnswering } from '../harness/process/bare-response.ts'
import { interleave } from './references/cost.ts'
import { get } from '../harness/load/load.ts'
import { freePort } from '../server/operations/free-port.ts'
import { fillWithRates, startEnvironment } from '../harness/database/environment.ts'

const PATHS = {
  'the current rate': '/api/exchange-rate/current/USD',
  'the last seven days': '/api/exchange-rate/USD/last-seven-days',
}

/** The public reads against the least that Node can do: `node:http` with the same bytes and headers. */
export async function measure(): Promise<Measurement> {
  await using environment = await startEnvironment()
  await fillWithRates(environment, 400)
  // With metrics, which time every response.
  const product = await environment.server({ METRICS_PORT: String(await freePort()) })
  const figures = []
  for (const [name, path] of Object.entries(PATHS)) {
    const { bare, etag } = await bareAnswering(environment, product.url + path)
    const workload = { requests: [get(path)], connections: 32, count: 12_000 }
    const known = { ...workload, requests: [get(path, { 'if-none-match': etag })], status: 304 }
    const { least, full, notModified } = await interleave(
      {
        least: { process: bare, workload },
        full: { process: product, workload },
        notModified: { process: product, workload: known },
      },
      15,
    )
    figures.push(
      figure(`${name}: bare / product`, ratios(least.cpu, full.cpu), '×', { atLeast: 0.9 }),
      figure(`${name}, 304: bare 200 / product`, ratios(least.cpu, notModified.cpu), '×', { atLeast: 1.1 }),
      figure(`${name}: product, CPU`, full.cpu, 'µs'),
      figure(`${name}: product, answers a second`, full.perSecond, '/s'),
    )
  }
  return {
    title:
      'Public reads against bare node:http with the same bytes and headers, by processor time per answer',
    figures,
  }
}
