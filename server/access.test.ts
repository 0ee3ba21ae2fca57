import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccessToken } from '../contract/access-token.ts'
import { ALL_ENDPOINTS } from '../contract/all-endpoints.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { listResponses } from '../contract/errors.ts'
import { signOut } from '../contract/sign-in.ts'
import { sendRequest } from './testing/send-request.ts'
import { signedInUser, type SignedInUser } from './testing/signed-in-user.ts'
import { testAppOfFile } from './testing/test-app.ts'

/** The stream needs a socket. */
const endpoints = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ media }) => media?.includes('text/event-stream') !== true,
)
const guarded = endpoints.filter(({ access }) => access !== 'public')

const test = await testAppOfFile()
const expired = await signedInUser(test, 'Expired')
test.clock.turn(8 * 86_400)
let nimal = await signedInUser(test, 'Nimal')
let kamala = await signedInUser(test, 'Kamala')
const signedOut = await signedInUser(test, 'Left')
const suspended = await signedInUser(test, 'Suspended')
const suspendedToken = await makeToken(suspended, 'write')
await test.db
  .updateTable('app_user')
  .set({ suspended_at: test.clock.now() })
  .where('id', '=', suspended.id)
  .execute()
await test.app.inject({ method: signOut.method, url: signOut.url, headers: signedOut.headers })
const tokens: Record<string, string | undefined> = {
  'no token': undefined,
  'an empty one': 'Bearer ',
  'a malformed token': 'Bearer x; y',
  'another scheme': nimal.headers.authorization.replace('Bearer', 'Basic'),
  'an unknown token': `Bearer ${'A'.repeat(43)}`,
  'a token cut short': nimal.headers.authorization.slice(0, -1),
  'an expired token': expired.headers.authorization,
  'the token of a session that was ended': signedOut.headers.authorization,
  'an unknown access token': `Bearer rr_${'A'.repeat(43)}`,
  'the token of a suspended user': suspended.headers.authorization,
  'the access token of a suspended user': suspendedToken,
}

// A minute’s limits of calls and dead tokens apply to each test alone.
beforeEach(() => test.clock.turn(60))

async function makeToken({ headers }: SignedInUser, scope: 'read' | 'write') {
  const { body } = await test.post<typeof createAccessToken>(
    createAccessToken.url,
    { name: scope, scope },
    headers,
  )
  return `Bearer ${body.token}`
}

/** A call with an id that nobody has and an empty body. */
function callOf({ method, url }: Endpoint, authorization?: string): InjectOptions {
  const filled = url
    .replace(':currency', 'USD')
    .replace(':date', '2026-09-29')
    .replace(/:\w+/g, '999999999')
  return {
    method,
    url: filled,
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'POST' && { payload: {} }),
  }
}

describe.each(guarded.map((endpoint) => [endpoint.method, endpoint.url, endpoint] as const))(
  '%s %s',
  (_method, _url, endpoint) => {
    it('answers 401 without a live token', async () => {
      const responses = await Promise.all(
        Object.values(tokens).map((token) => sendRequest(test, callOf(endpoint, token))),
      )
      for (const [index, { status, body, headers }] of responses.entries()) {
        expect(status, Object.keys(tokens)[index]).toBe(401)
        expect(body).toEqual({ code: 'unauthenticated', message: 'Unauthenticated.' })
        expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
      }
    })

    it('answers either user with a declared status', async () => {
      for (const user of [nimal, kamala]) {
        const { statusCode: status, headers } = await test.app.inject(
          callOf(endpoint, user.headers.authorization),
        )
        expect([401, 403, 500]).not.toContain(status)
        expect(Object.keys(listResponses(endpoint))).toContain(String(status))
        expect(headers['cache-control']).toBe('no-store')
      }
      nimal = { ...(await signedInUser(test, 'Nimal')) }
      kamala = { ...(await signedInUser(test, 'Kamala')) }
    })
  },
)

it.each(
  endpoints
    .filter(({ access }) => access === 'public')
    .map((endpoint) => [endpoint.method, endpoint.url, endpoint] as const),
)(
  '%s %s answers anyone with a declared status, whatever the token',
  async (_method, _url, endpoint) => {
    for (const token of [
      ...Object.values(tokens),
      (await signedInUser(test)).headers.authorization,
    ]) {
      const { statusCode: status } = await test.app.inject(callOf(endpoint, token))
      expect(Object.keys(listResponses(endpoint))).toContain(String(status))
    }
  },
)

/** A user who waits for approval may call these; other guarded endpoints refuse. */
const OWN_ACCOUNT = [
  'GET /api/auth/user',
  'GET /api/user',
  'GET /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'POST /api/auth/sessions/revoke-others',
  'GET /api/auth/access-tokens',
  'POST /api/auth/access-tokens',
  'DELETE /api/auth/access-tokens/:id',
  'POST /api/auth/user/name',
  'GET /api/auth/user/export',
  'POST /api/auth/user/close',
]

describe('a user who waits for approval', () => {
  it('may use only their own account, with a session or a token', async () => {
    const waiting = await signedInUser(test, 'Waiting')
    const writes = await makeToken(waiting, 'write')
    await test.db
      .updateTable('app_user')
      .set({ approved_at: null })
      .where('id', '=', waiting.id)
      .execute()
    // The token first: the session ends it on the way.
    for (const endpoint of guarded) {
      const { statusCode } = await test.app.inject(callOf(endpoint, writes))
      expect(statusCode !== 403, endpoint.url).toBe(endpoint.ofOwnAccount === true)
    }
    const reached = []
    for (const endpoint of guarded) {
      const { status, body } = await sendRequest(test, {
        ...callOf(endpoint, waiting.headers.authorization),
        remoteAddress: '203.0.113.6',
      })
      if (status !== 403) reached.push(`${endpoint.method} ${endpoint.url}`)
      else
        expect(body).toMatchObject({
          message: expect.stringContaining('not been approved') as string,
        })
    }
    expect(reached.sort()).toEqual([...OWN_ACCOUNT].sort())
  })
})

describe('a personal access token', () => {
  it.each(['read', 'write'] as const)(
    'that may %s does that, and nothing beyond',
    async (scope) => {
      const token = await makeToken(await signedInUser(test), scope)
      for (const endpoint of guarded) {
        const { statusCode: status } = await test.app.inject(callOf(endpoint, token))
        const allowed =
          endpoint.access === scope || (scope === 'write' && endpoint.access === 'read')
        expect(status === 403, `${endpoint.method} ${endpoint.url}: ${status}`).toBe(!allowed)
      }
    },
  )
})

it.each<[string, InjectOptions, number]>([
  ['an answer', { url: '/api/health/live' }, 200],
  ['a wrong field', { method: 'POST', url: '/api/auth/login', payload: { email: 'x' } }, 400],
  ['no token', { url: '/api/user' }, 401],
  ['no such path', { url: '/api/nothing' }, 404],
  ['another method', { method: 'PUT', url: '/api/user' }, 404],
  [
    'a body of text',
    {
      method: 'POST',
      url: '/api/auth/login',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    },
    415,
  ],
  [
    'a body that is too large',
    {
      method: 'POST',
      url: '/api/auth/login',
      payload: `"${'x'.repeat(1_100_000)}"`,
      headers: { 'content-type': 'application/json' },
    },
    413,
  ],
])('%s carries every security header', async (_what, call, expected) => {
  const { status, headers } = await sendRequest(test, call)
  expect(status).toBe(expected)
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})
