import { afterEach, expect, test } from 'vitest'
import type { changePolicy } from '../../contract/policies.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const ADMIN = 'admin@example.lk'
const POLICY = { kind: 'indicative', rule: 'of the day' }
interface Listed {
  readonly data: readonly { policy: string; version: number }[]
  readonly changed_by: string
  readonly may_change: boolean
}
let run: TestApp
afterEach(() => run.close())

const OPEN = { PUBLIC_URL: 'https://rates.example.lk', REGISTRATION: 'open' }

test.each([
  { env: { ...OPEN, PUBLIC_URL: 'http://localhost:3000' }, user: 200, admin: 200, who: 'users' },
  { env: { ...OPEN, PUBLIC_URL: 'http://127.0.0.1' }, user: 200, admin: 200, who: 'users' },
  { env: { ...OPEN, REGISTRATION: 'invited' }, user: 200, admin: 200, who: 'users' },
  { env: OPEN, user: 403, admin: 403, who: 'nobody' },
  { env: { ...OPEN, ADMINS: ADMIN }, user: 403, admin: 200, who: 'administrators' },
  {
    env: { ADMINS: ADMIN, PUBLIC_URL: 'http://localhost' },
    user: 403,
    admin: 200,
    who: 'administrators',
  },
])('$env: a policy is changed by $who', async ({ env, user, admin, who }) => {
  run = await startTestApp({ env: { RATE_FEED: 'cbsl', ...env } })
  const { headers } = await signedInUser(run)
  const administrator = await signedInUser(run, 'Sanduni Silva', ADMIN)
  for (const [caller, expected] of [
    [headers, user],
    [administrator.headers, admin],
  ] as const) {
    const list = await run.app.inject({ url: '/api/rate-policy', headers: caller })
    const listed = list.json<Listed>()
    expect(listed).toMatchObject({ changed_by: who, may_change: expected === 200 })
    const version = listed.data.find(({ policy }) => policy === 'closing')?.version
    const url = '/api/rate-policy'
    const change = { ...POLICY, version }
    const { status, body } = await run.post<typeof changePolicy>(`${url}/closing`, change, caller)
    expect(status).toBe(expected)
    if (expected === 403)
      expect(body.message).toContain(who === 'nobody' ? 'ADMINS' : 'administrators')
    else {
      const undone = await run.post(`${url}/changes/${body.data.id}/undo`, undefined, caller)
      expect(undone.status).toBe(200)
    }
    const refused = await run.post(`${url}/changes/1/undo`, undefined, caller)
    expect(refused.status).toBe(expected === 403 ? 403 : 404)
  }
})
