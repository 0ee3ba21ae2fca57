import { figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { interleave } from './references/in-turns.ts'
import { get } from '../harness/load/load.ts'
import { openSessions } from '../harness/users/open-sessions.ts'
import { startEnvironment } from '../harness/database/environment.ts'

const SESSIONS = 12_000
const PATH = '/api/auth/user'

export const signedIn: Scenario = {
  title: 'a signed-in GET (/api/auth/user), by processor time of the server per answer',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 30 })
    const tokens = await openSessions({ superuserUrl: environment.ownerUrl }, SESSIONS)
    const process = await environment.server()
    const requests = tokens.map((token) => get(PATH, { authorization: `Bearer ${token}` }))
    const workload = { requests, connections: 16, count: SESSIONS }
    const { queried } = await interleave({ queried: { process, workload } }, 9)
    return [
      figure('with one session query', queried.cpu, 'µs', { atMost: 130 }),
      figure('answers a second', queried.perSecond, '/s'),
    ]
  },
}
