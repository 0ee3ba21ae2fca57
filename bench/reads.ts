import { figure, ratios, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { bareAnswering } from '../harness/process/bare-server.ts'
import { interleave } from '../harness/load/in-turns.ts'
import { get } from '../harness/load/load.ts'
import { freePort } from '../server/operations/free-port.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { openSessions } from '../harness/users/open-sessions.ts'

const PATHS = {
  'the current rate': '/api/exchange-rate/current/USD',
  'the last seven days': '/api/exchange-rate/USD/last-seven-days',
}

export const reads: Scenario = {
  title:
    'public reads against bare node:http with the same bytes and headers, by processor time per answer',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 400 })
    // With metrics, which time every response.
    const product = await environment.server({ METRICS_PORT: String(await freePort()) })
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(PATHS)) {
      const { bare, etag } = await bareAnswering(scope, product.url + path)
      const workload = { requests: [get(path)], connections: 32, count: 12_000 }
      const known = { ...workload, requests: [get(path, { 'if-none-match': etag })], status: 304 }
      const contenders = {
        least: { process: bare, workload },
        full: { process: product, workload },
        notModified: { process: product, workload: known },
      }
      const { least, full, notModified } = await interleave(contenders, 15)
      figures.push(
        figure(`${name}: bare / product`, ratios(least.cpu, full.cpu), '×', { atLeast: 0.7 }),
        figure(`${name}, 304: bare 200 / product`, ratios(least.cpu, notModified.cpu), '×'),
        figure(`${name}: product, CPU`, full.cpu, 'µs'),
        figure(`${name}: product, answers a second`, full.perSecond, '/s'),
      )
    }
    return figures
  },
}

const SESSIONS = 12_000

export const signedIn: Scenario = {
  title: 'a signed-in GET (/api/auth/user), by processor time of the server per answer',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 30 })
    const users = await openSessions({ superuserUrl: environment.ownerUrl }, SESSIONS)
    const process = await environment.server()
    const requests = users.map(({ token }) =>
      get('/api/auth/user', { authorization: `Bearer ${token}` }),
    )
    const workload = { requests, connections: 16, count: SESSIONS }
    const { queried } = await interleave({ queried: { process, workload } }, 9)
    return [
      figure('with one session query', queried.cpu, 'µs', { atMost: 150 }),
      figure('answers a second', queried.perSecond, '/s'),
    ]
  },
}
