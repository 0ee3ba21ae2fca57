import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const PAGES = 'https://pages.example.lk'
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ env: { CORS_ORIGINS: `${PAGES},https://other.example.lk` } })
})
afterAll(() => test.close())

const preflight = (origin: string, app = test.app) =>
  app.inject({
    method: 'OPTIONS',
    url: '/api/exchange-rate/manual',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

it('lets the pages of a configured origin ask, with a token', async () => {
  const answer = await preflight(PAGES)
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': PAGES,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': expect.stringContaining('authorization') as string,
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
})

it.each(['/api/exchange-rate/feed', '/api/user', '/api/nothing', '/api/docs'])(
  'lets them read the answer of %s, failures included',
  async (url) => {
    const answer = await test.app.inject({ url, headers: { origin: PAGES } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': PAGES,
      'access-control-expose-headers': expect.stringContaining('retry-after') as string,
      vary: expect.stringContaining('Origin') as string,
    })
  },
)

it.each([
  'https://pages.example.lk.evil.example',
  'https://PAGES.example.lk',
  'null',
  'http://pages.example.lk',
])('lets nobody else: %s', async (origin) => {
  expect((await preflight(origin)).statusCode).toBe(405)
  const answer = await test.app.inject({ url: '/api/exchange-rate/feed', headers: { origin } })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

it('allows no other origin unless it is configured', async () => {
  const closed = await startTestApp()
  expect((await preflight(PAGES, closed.app)).headers).not.toHaveProperty('access-control-allow-origin')
  await closed.close()
})
