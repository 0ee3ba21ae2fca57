import { afterEach, expect, test } from 'vitest'
import { createSignedInUser, signedInUser } from '../testing/signed-in-user.ts'
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
  const { token } = await createSignedInUser(
    run.db,
    run.deps.secretKey,
    'Sanduni Silva',
    ADMIN,
    run.clock.now(),
  )
  for (const [caller, expected] of [
    [headers, user],
    [{ authorization: `Bearer ${token}` }, admin],
  ] as const) {
    const list = await run.app.inject({ url: '/api/rate-policy', headers: caller })
    const listed = list.json<Listed>()
    expect(listed).toMatchObject({ changed_by: who, may_change: expected === 200 })
    const { statusCode, body } = await run.app.inject({
      method: 'POST',
      url: '/api/rate-policy/closing',
      headers: caller,
      payload: {
        ...POLICY,
        version: listed.data.find(({ policy }) => policy === 'closing')?.version,
      },
    })
    expect(statusCode).toBe(expected)
    if (expected === 403) expect(body).toContain(who === 'nobody' ? 'ADMINS' : 'administrators')
    else {
      const { data } = JSON.parse(body) as { data: { id: number } }
      const undone = await run.app.inject({
        method: 'POST',
        url: `/api/rate-policy/changes/${data.id}/undo`,
        headers: caller,
      })
      expect(undone.statusCode).toBe(200)
    }
    const undo = { method: 'POST', url: '/api/rate-policy/changes/1/undo' } as const
    const refused = await run.app.inject({ ...undo, headers: caller })
    expect(refused.statusCode).toBe(expected === 403 ? 403 : 404)
  }
})
