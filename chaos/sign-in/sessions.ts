import type { Scenario } from '../scenario.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const TRIALS = 20
const AT_ONCE = 50

export const sessions: Scenario = {
  name: 'sessions',
  title: `${AT_ONCE} calls at once right after logout, ${TRIALS} sessions that were in use a moment before`,
  pass: '0 calls pass',
  async run(scope) {
    const server = await Server.start(scope)
    let passed = 0
    let before = 0
    const others = new Set<number>()
    for (const { headers } of await signInUsers(server.http, TRIALS)) {
      const user = () => server.http.call({ path: '/api/auth/user', headers })
      const warm = await Promise.all(Array.from({ length: 10 }, user))
      before += warm.filter(({ status }) => status === 200).length
      await server.http.post('/api/auth/logout', undefined, headers)
      for (const { status } of await Promise.all(Array.from({ length: AT_ONCE }, user)))
        if (status === 200) passed++
        else others.add(status)
    }
    return {
      figures: `${passed} of ${TRIALS * AT_ONCE} calls passed (the others got ${[...others].join(', ')}); ${before} of ${TRIALS * 10} before logout`,
      ok: passed === 0 && before === TRIALS * 10 && others.size === 1 && others.has(401),
    }
  },
}
