import { textIn } from '../../text/sentences.ts'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { loadSample } from '../feeds/sample/load-sample.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { readBuiltPages } from './built-pages.ts'
import { readConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { RateBook } from '../rates/rate-book.ts'
import { servePages } from './serve-pages.ts'
import { testAppOfFile, startTestApp } from '../testing/test-app.ts'

const DIST = join(import.meta.dirname, '..', '..', 'dist')

const test = await testAppOfFile({
  webRoot: DIST,
  env: {
    SITE_NAME: 'Bank of Kandy',
    PROVIDER_NAME: 'Kandy & Sons',
    NOTICE: 'Closed <today>.',
    CONTACT: 'privacy@bank.example.lk',
    RATE_FEED: 'cbsl',
  },
})
await publish(test, 'cbsl', 'USD', { '2026-09-25': '330.0327', '2026-09-28': '330.4329' })

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const dataIn = (html: string) =>
  JSON.parse(
    /<script type="application\/json" data-changes="\d+" id="page-data">(.*?)<\/script>/s.exec(
      html,
    )?.[1] ?? '',
  ) as {
    responses: [key: [feature: string, address: string], status: number, body: unknown][]
  }

/**
 * The CSP sources of what stands in the elements that a pattern finds, of which there are `count`.
 */
function hashesOf(pattern: RegExp, html: string, count: number): string {
  const found = [...html.matchAll(pattern)].map((match) => match[1] ?? '')
  expect(found).toHaveLength(count)
  return found.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ')
}

describe('a page', () => {
  it('has its icon inline and draws the same mark in its bar', async () => {
    const { body } = await get('/rates')
    const icon = /<link rel="icon" href="data:image\/svg\+xml,([^"]+)">/.exec(body)?.[1] ?? ''
    expect(decodeURIComponent(icon)).toBe((await get('/favicon.svg')).body.trim())
    const moon = /<circle cx="[^"]+" cy="[^"]+" r="6\.9"/.exec(decodeURIComponent(icon))?.[0]
    expect(body).toContain(moon)
  })

  it.each([
    ['/', 200, 'CURRENCY EXCHANGE'],
    ['/rates', 200, '330.4329'],
    ['/rates?base=GBP&date=2026-09-01', 200, 'British Pound'],
    ['/rates/USD', 200, '330.4329'],
    ['/rates/USD/2026-09-25', 200, '330.0327'],
    ['/calendar', 200, 'Bank holidays of 2026'],
    ['/developers', 200, 'API and feeds'],
    ['/login', 200, 'Login'],
    ['/register', 200, 'Create Account'],
    ['/dashboard', 200, 'Loading…'],
    ['/nowhere', 404, 'Page not found'],
    ['/rates/EUR', 404, 'Page not found'],
    ['/rates/USD/2026-02-30', 404, 'Page not found'],
    ['/rates/USD/2026-09-27', 200, 'Sun\u00a027\u00a0Sep is a weekend:'],
    ['/rates/USD/2020-01-03', 404, '3\u00a0Jan\u00a02020'],
  ])('%s is answered with %i and says %j', async (url, status, text) => {
    const response = await get(url)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    const shown = response.body.replaceAll('<!-- -->', '')
    expect(
      [text, 'Powered by Kandy &amp; Sons', 'style="'].map((each) => shown.includes(each)),
    ).toEqual([true, true, false])
  })

  it('of the calendar includes its holidays', async () => {
    const { responses } = dataIn((await get('/calendar')).body)
    expect(responses.map(([[, address], status]) => [address, status])).toEqual([
      ['/api/calendar?year=2026', 200],
    ])
  })

  it('includes the API responses it was made from', async () => {
    const { responses } = dataIn((await get('/rates?base=USD&date=2026-09-28')).body)
    expect(responses.map(([[, address]]) => address)).toEqual(
      expect.arrayContaining([
        '/api/exchange-rate/current/USD?date=2026-09-28',
        '/api/exchange-rate/USD/last-seven-days?date=2026-09-28',
        '/api/exchange-rate/board?date=2026-09-28',
      ]),
    )
    for (const [[, address], status, body] of responses) {
      const response = await get(address)
      expect([response.statusCode, response.json()]).toEqual([status, body])
    }
  })

  it('allows its one style and one script by hash only', async () => {
    const { body, headers } = await get('/rates')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(
      `style-src 'self' ${hashesOf(/<style[^>]*>(.*?)<\/style>/gs, body, 1)};`,
    )
    const script = /<script(?![^>]*application\/(?:ld\+)?json)[^>]*>(.*?)<\/script>/gs
    expect(policy).toContain(`script-src 'self' ${hashesOf(script, body, 1)};`)
    expect(policy).not.toContain('unsafe')
    expect(body).not.toMatch(/<[^<>]* (style|on\w+)=/)
  })

  it('names site and provider and shows the notice', async () => {
    for (const path of ['/rates', '/ta/login', '/account']) {
      const { body } = await get(path)
      expect(body).toContain('Bank of Kandy</title>')
      expect(body).toContain('Kandy &amp; Sons</p>')
      expect(body).toContain('Closed &lt;today&gt;.</section>')
    }
  })

  it('names what is stored, for how long and whom to ask', async () => {
    const { body } = await get('/privacy')
    for (const text of ['7 days without use, 30 days at most', 'mailto:privacy@bank.example.lk'])
      expect(body).toContain(text)
    expect((await get('/si/privacy')).body).toContain(textIn('si').privacy.rights.alerts)
  })

  it('redirects a form that is posted without scripts to itself', async () => {
    const post = (url: string) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=kamala%40example.lk',
      })
    const { statusCode, headers } = await post('/login?next=1')
    expect([statusCode, headers.location]).toEqual([303, '/login?next=1'])
    expect((await post('//elsewhere.example/login')).statusCode).toBe(404)
    expect((await post('/api/nothing')).statusCode).not.toBe(303)
  })

  it('rejects a fragment in the request', async () => {
    const origin = new URL(await test.app.listen({ port: 0 }))
    for (const path of ['/rates/USD/2026-09-25#x', '/rates#', '/nowhere#x']) {
      const [response] = (await once(
        request({ host: origin.hostname, port: origin.port, path }).end(),
        'response',
      )) as [IncomingMessage]
      expect([path, response.statusCode]).toEqual([path, 400])
      response.resume()
    }
  })

  it('ignores unknown query names', async () => {
    const pages = await Promise.all(
      ['/rates?base=GBP', '/rates?base=GBP&utm_source=x', '/rates?a=1&b=2&base=AUD&base=GBP'].map(
        (url) => get(url),
      ),
    )
    expect(new Set(pages.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(pages[0]?.body).toContain('/rates?base=GBP"')
    expect((await get('/rates?base=AUD')).headers.etag).not.toBe(pages[0]?.headers.etag)
  })

  it('answers 304 until something changes', async () => {
    const first = await get('/rates')
    const etag = String(first.headers.etag)
    const notModified = await get('/rates', { 'if-none-match': etag })
    expect([
      notModified.statusCode,
      notModified.body,
      notModified.headers['content-security-policy'],
    ]).toEqual([304, '', first.headers['content-security-policy']])
    await publish(test, 'cbsl', 'USD', { '2026-09-29': '331.5000' })
    const changed = await get('/rates', { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.body.includes('331.5000')).toBe(true)
  })

  it('is compressed on request and has no body for HEAD', async () => {
    const { body } = await get('/rates')
    const brotli = await get('/rates', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/rates', { 'accept-encoding': 'gzip, br;q=0' })
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(brotli.rawPayload).toString() === body).toBe(true)
    expect(gunzipSync(gzip.rawPayload).toString() === body).toBe(true)
    expect(brotli.headers.vary).toBe('Accept-Encoding')
    const head = await test.app.inject({ method: 'HEAD', url: '/rates' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('redirects a trailing slash, never to another host', async () => {
    const slash = await get('/rates/?base=GBP')
    expect([slash.statusCode, slash.headers.location]).toEqual([308, '/rates?base=GBP'])
    expect((await get('//elsewhere.example/')).statusCode).toBe(404)
  })

  it('never replaces the API', async () => {
    for (const url of ['/api/nothing', '/dev/nothing', '/api']) {
      const response = await get(url)
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  })
})

describe('with only the sample', () => {
  it('the rates open on today with its newest week', async () => {
    const env = { RATE_FEED: 'cbsl' }
    const alone = await startTestApp({ webRoot: DIST, now: '2026-11-22T06:30:00Z', env })
    await loadSample(alone.db, alone.clock.now())
    await caughtUp(alone)
    const opened = (await alone.app.inject('/rates?base=GBP')).body
    expect(opened).toContain('value="2026-11-22"')
    for (const rate of ['438.4246', '436.6666', '436.0226', '436.9968', '438.0599'])
      expect(opened).toContain(rate)
    await alone.close()
  })
})

describe('while the rates are not loaded', () => {
  it('a page is rendered without them, and again afterwards', async () => {
    const app = fastify()
    const liveRateBook = { book: new RateBook(null), loaded: false }
    const responses = new ResponseCache(() => String(liveRateBook.loaded))
    responses.keepResponses(app)
    app.decorate('responses', responses).decorate('publicReads', {
      call: () =>
        Promise.reject(new ApiError(liveRateBook.loaded ? 'not_found' : 'unavailable', 'Loading.')),
    } as never)
    await servePages(app, await readBuiltPages(DIST), {
      config: readConfig({}),
      clock: () => new Date('2026-09-29T06:30:00Z'),
      liveRateBook,
    })
    const before = await app.inject('/rates')
    expect([before.statusCode, dataIn(before.body).responses]).toEqual([200, []])
    liveRateBook.loaded = true
    const after = await app.inject('/rates')
    const statuses = dataIn(after.body).responses.map(([, status]) => status)
    expect([statuses.length > 0, new Set(statuses)]).toEqual([true, new Set([404])])
    await app.close()
  })
})

describe('a built file', () => {
  it('is cached for ever, compressed and not sent again', async () => {
    const main = /data-scripts="([^ "]+)/.exec((await get('/')).body)?.[1] ?? ''
    expect(main).toMatch(/^\/assets\/main-[\w-]+\.js$/)
    const response = await get(main, { 'accept-encoding': 'br' })
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    })
    const notModified = await get(main, {
      'accept-encoding': 'br',
      'if-none-match': String(response.headers.etag),
    })
    expect(notModified.statusCode).toBe(304)
  })

  it.each([
    '/assets/main-gone.js',
    '/assets/../ssr/render-page.js',
    '/assets/%2e%2e/%2e%2e/ssr/render-page.js',
    '/.vite/manifest.json',
    '/ssr/render-page.js',
    '/assets/',
  ])('is all that is served: %s is not found', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
