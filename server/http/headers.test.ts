import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile, startTestApp } from '../testing/test-app.ts'

const PAGES = 'https://pages.example.lk'
const test = await testAppOfFile({ env: { CORS_ORIGINS: `${PAGES},https://other.example.lk` } })

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

it('allows requests with a token from a configured origin', async () => {
  const response = await preflight(PAGES)
  expect(response.statusCode).toBe(204)
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': PAGES,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': expect.stringContaining('authorization') as string,
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
})

it.each(['/api/health/live', '/api/user', '/api/nothing', '/api/docs'])(
  'lets them read the answer of %s, failures included',
  async (url) => {
    const response = await test.app.inject({ url, headers: { origin: PAGES } })
    expect(response.headers).toMatchObject({
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
])('allows no other origin: %s', async (origin) => {
  expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin')
  const response = await test.app.inject({ url: '/api/health/live', headers: { origin } })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
})

it('allows no origin unless configured', async () => {
  const closed = await startTestApp()
  expect((await preflight(PAGES, closed.app)).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  await closed.close()
})

const publicRates = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ anyOrigin }) => anyOrigin === true,
)
const anywhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.stringContaining('etag') as string,
  'cross-origin-resource-policy': 'cross-origin',
}
const STRANGE = 'https://spreadsheet.example.com'
const PARTS: Readonly<Record<string, string>> = {
  currency: 'USD',
  date: '2026-09-29',
  file: 'USD.csv',
  month: '2026-09',
  figure: 'closing',
  base: 'USD',
  quote: 'LKR',
  policy: 'closing',
  code: 'USD',
}
const filled = (url: string) =>
  url.replace(/:(\w+)/g, (_all, name: string) => PARTS[name] ?? '') +
  (/frankfurter\/v\d\/(?::date|rates)$/.test(url) ? '?base=USD' : '') +
  (url.endsWith(':policy') ? '?currency=USD' : '')

describe('a public rate', () => {
  it('is every public read of rates, feeds and calendar', () => {
    const reads = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
      ({ access, method, url }) =>
        access === 'public' &&
        method === 'GET' &&
        /^\/(?:api\/(?:exchange-rate|export|value|compat)\/|api\/rate-policy\/|api\/calendar$|calendar\.ics$|feed\/)/.test(
          url,
        ),
    )
    expect(publicRates).toEqual(reads)
  })

  it('is readable from every origin, fresh, cached and not modified', async () => {
    await publish(test, 'sample', 'USD', { '2026-09-29': '301.1' })
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const kept = new Set<number>()
    for (const { url } of publicRates) {
      const tags: string[] = []
      for (const headers of [{}, {}, { 'if-none-match': '*' }]) {
        const response = await fetch(address + filled(url), {
          headers: { origin: STRANGE, ...headers },
        })
        const sent = Object.fromEntries(response.headers)
        expect([200, 304], url).toContain(response.status)
        expect(sent, url).toMatchObject(anywhere)
        expect(sent['vary'] ?? '').not.toContain('Origin')
        expect(sent).not.toHaveProperty('access-control-allow-credentials')
        tags.push(sent['etag'] ?? '')
        if (sent['x-request-id'] === undefined) kept.add(response.status)
        await response.body?.cancel()
      }
      expect(new Set(tags).size, url).toBe(1)
    }
    expect(kept).toEqual(new Set([200, 304]))
  })

  it.each([
    ['/api/exchange-rate/current/EUR', 404],
    ['/api/exchange-rate/current/USD?date=2026-02-30', 400],
    ['/api/exchange-rate/USD/on/2001-01-01', 404],
  ])('reports errors to every origin: %s', async (url, status) => {
    const response = await test.app.inject({ url, headers: { origin: STRANGE } })
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject(anywhere)
  })

  it('may be requested with any header', async () => {
    const response = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/exchange-rate/current/USD',
      headers: {
        origin: STRANGE,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      ...anywhere,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*, authorization',
    })
  })
})

it.each(
  ALL_ENDPOINTS.filter(({ endpoint }) => endpoint.anyOrigin !== true).map(
    ({ endpoint }) => [endpoint.method, endpoint.url] as const,
  ),
)('keeps %s %s from other origins', async (method, url) => {
  const response = await test.app.inject({
    method,
    url: url.replace(/:\w+/g, '999999999'),
    headers: { origin: STRANGE },
  })
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  expect(response.headers['cross-origin-resource-policy']).toBe('same-origin')
})

it('refuses the body of a preflight in the documented form', async () => {
  const closed = await startTestApp()
  const response = await closed.app.inject({
    method: 'OPTIONS',
    url: '/api/exchange-rate/manual',
    headers: { 'content-type': 'text/csv' },
    payload: 'date,rate',
  })
  expect(response.statusCode).toBe(415)
  expect(response.json()).toMatchObject({ code: 'unsupported_media_type' })
})

it('prefixes downloaded files with DOWNLOAD_PREFIX', async () => {
  const run = await startTestApp({ env: { DOWNLOAD_PREFIX: 'demo-' } })
  await publish(run, 'sample', 'USD', { '2026-09-29': '301.1' })
  for (const url of Array<string>(2).fill('/api/exchange-rate/USD/history.csv')) {
    const { headers } = await run.app.inject(url)
    expect(headers['content-disposition']).toMatch(/filename="demo-[\w.-]+\.csv"/)
  }
})
