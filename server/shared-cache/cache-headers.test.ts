import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { createSignedInUser, signedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, testAppOfFile } from '../testing/test-app.ts'
import { readBuiltPages } from '../pages/built-pages.ts'

const DIST = join(import.meta.dirname, '..', '..', 'dist')
const CACHED = { CACHE_PURGE_URL: 'http://127.0.0.1:9', TRUST_PROXY: 'loopback', RATE_FEED: 'cbsl' }
const NOON = '2026-09-29T06:30:00Z'
const endpoints = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ media }) => media?.includes('text/event-stream') !== true,
)

const cached = await testAppOfFile({ webRoot: DIST, env: CACHED })
const direct = await testAppOfFile({ webRoot: DIST, env: { RATE_FEED: 'cbsl' } })
for (const each of [cached, direct])
  for (const currency of ['USD', 'AUD', 'CAD', 'GBP'] as const)
    await publish(each, 'cbsl', currency, { '2026-09-25': '330.0327', '2026-09-28': '330.4329' })
beforeEach(() => cached.clock.set(NOON))

const get = (url: string, headers = {}) => cached.app.inject({ url, headers })
const VALUES: Readonly<Record<string, string>> = {
  currency: 'USD',
  date: '2026-09-25',
  month: '2026-09',
  figure: 'closing',
  file: 'USD.csv',
  base: 'USD',
  quote: 'LKR',
}
const pathOf = (url: string) =>
  url.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? '999999999')

/**
 * Whether a cache that everyone shares may keep an answer (RFC 9111, section 3; RFC 9213, section
 * 2.2).
 */
function mayBeShared({ headers }: LightMyRequestResponse): boolean {
  const reported = headers['cdn-cache-control'] ?? headers['cache-control'] ?? ''
  return !/no-store|no-cache|private/.test(reported)
}

async function allScreens() {
  const { SCREEN_LIST } = await (await readBuiltPages(DIST)).renderer()
  return SCREEN_LIST.map(({ path, access }) => ({
    path: pathOf(path).replace('*', 'nowhere'),
    access,
  }))
}

describe('a shared cache in front', () => {
  test('keeps nothing of any endpoint that is not a public read', async () => {
    for (const { method, url, access } of endpoints)
      for (const headers of [{}, (await signedInUser(cached)).headers]) {
        const payload = method === 'POST' ? { payload: {} } : {}
        const response = await cached.app.inject({ method, url: pathOf(url), headers, ...payload })
        const isPublicRead = access === 'public' && method === 'GET' && response.statusCode === 200
        const what = `${method} ${url} ${response.statusCode}`
        if (!isPublicRead) expect(mayBeShared(response), what).toBe(false)
        expect(response.headers['set-cookie'], what).toBeUndefined()
      }
  })

  test('keeps no screen of a signed-in user, no error page, and every public one with figures', async () => {
    const kept: string[] = []
    for (const { path, access } of await allScreens()) {
      const response = await get(path)
      expect(response.headers['set-cookie']).toBeUndefined()
      if (!mayBeShared(response)) continue
      expect([path, access, response.statusCode]).toEqual([path, 'everyone', 200])
      kept.push(path)
    }
    expect(kept).toEqual([
      '/',
      '/rates',
      '/rates/USD',
      '/rates/USD/2026-09-25',
      '/periods/USD',
      '/customs',
      '/calendar',
      '/offline',
      '/alerts',
    ])
    for (const path of ['/rates/EUR', '/rates/USD/2026-09-26', '/nowhere'])
      expect(mayBeShared(await get(path)), path).toBe(false)
  })

  test('gives everyone the page that it was given: it does not depend on who asks', async () => {
    const user = await signedInUser(cached)
    const [anonymous, signedIn] = [await get('/rates'), await get('/rates', user.headers)]
    expect(signedIn.body).toBe(anonymous.body)
    expect(signedIn.body).not.toContain(user.name)
  })

  test.each(['/api/exchange-rate/current/USD', '/api/calendar', '/embed/GBP', '/rates'])(
    'gets the one tag of %s',
    async (url) => {
      expect((await get(url)).headers['surrogate-key']).toBe('rates')
    },
  )

  test('keeps what says something of today until midnight in Colombo, and no second longer', async () => {
    for (const [instant, seconds] of [
      ['2026-09-29T18:29:30Z', 30],
      ['2026-09-29T18:29:59.900Z', 0],
      ['2026-09-29T18:30:00Z', 86_400],
    ] as const) {
      cached.clock.set(instant)
      for (const url of ['/rates', '/api/exchange-rate/current/USD', '/embed/USD?date=2026-09-01'])
        expect((await get(url)).headers['cdn-cache-control'], url).toBe(
          `public, max-age=${seconds}, stale-if-error=86400`,
        )
    }
    const etag = String((await get('/api/exchange-rate/current/USD')).headers.etag)
    const known = await get('/api/exchange-rate/current/USD', { 'if-none-match': etag })
    expect([known.statusCode, known.headers['surrogate-key']]).toEqual([304, 'rates'])
  })

  test('keeps an answer about a past day for 30 days, which says the same after 40', async () => {
    const read = async () => {
      const found = new Map<string, string>()
      for (const { url, access, method } of endpoints.filter((each) => each.access === 'public'))
        for (const query of ['', '?date=2026-09-28', '?from=2026-09-20&to=2026-09-28']) {
          if (method !== 'GET' || access !== 'public' || url.endsWith('.xlsx')) continue
          const { headers, body } = await get(pathOf(url) + query)
          if (String(headers['cdn-cache-control']).includes('max-age=2592000'))
            found.set(pathOf(url) + query, body)
        }
      return found
    }
    const before = await read()
    expect([...before.keys()]).toEqual(
      expect.arrayContaining([
        '/api/exchange-rate/current/USD?date=2026-09-28',
        '/api/exchange-rate/board?date=2026-09-28',
        '/api/exchange-rate/USD/history?from=2026-09-20&to=2026-09-28',
        '/api/exchange-rate/USD/history.csv?from=2026-09-20&to=2026-09-28',
        '/api/exchange-rate/USD/on/2026-09-25',
      ]),
    )
    cached.clock.turn(40 * 86_400)
    expect(await read()).toEqual(before)
  })

  test('keeps no cited rate for long where it may name a user', async () => {
    const named = await startTestApp({ env: { ...CACHED, PUBLIC_NAMES: 'on' } })
    await createSignedInUser(
      named.db,
      named.deps.secretKey,
      'Nimal',
      'n@example.lk',
      named.clock.now(),
    )
    await publish(named, 'cbsl', 'USD', { '2026-09-25': '330.0327' })
    const { headers } = await named.app.inject('/api/exchange-rate/USD/on/2026-09-25')
    expect(headers['cdn-cache-control']).toContain('max-age=43200')
    await named.close()
  })

  test('keeps what browsers keep, and without one gets no header of its own', async () => {
    for (const url of [
      '/rates',
      '/api/exchange-rate/current/USD',
      '/api/calendar',
      '/calendar.ics',
    ]) {
      const [there, here] = [await get(url), await direct.app.inject({ url })]
      expect(there.headers['cache-control'], url).toBe(here.headers['cache-control'])
      expect([here.headers['cdn-cache-control'], here.headers['surrogate-key']]).toEqual([
        undefined,
        undefined,
      ])
    }
  })

  test('learns how long at each request, also of what is ready in memory', async () => {
    const origin = await cached.app.listen({ port: 0 })
    const reported = async () =>
      (await fetch(`${origin}/api/exchange-rate/current/USD`)).headers.get('cdn-cache-control')
    expect([await reported(), await reported()]).toEqual(
      Array(2).fill(expect.stringContaining('max-age=43200')),
    )
    cached.clock.turn(3600)
    expect(await reported()).toContain('max-age=39600')
  })
})
