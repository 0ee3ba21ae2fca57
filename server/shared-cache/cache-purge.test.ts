import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

interface Purge {
  readonly tags: string
  readonly authorization: string | undefined
  /** The rate of 28 September at that moment. */
  readonly rate: number | undefined
}

/** Takes purges as a cache does; answers with `status`. */
class Cache {
  readonly purges: Purge[] = []
  status = 200
  private readonly server: ReturnType<typeof createServer>

  constructor() {
    this.server = createServer((request, response) => {
      void rateNow().then((rate) => {
        const { 'surrogate-key': tags = '', authorization } = request.headers
        if (this.status === 200) this.purges.push({ tags: String(tags), authorization, rate })
        response.writeHead(request.method === 'POST' ? this.status : 405).end()
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/purge`
  }

  get count(): number {
    return this.purges.length
  }

  close(): void {
    this.server.close()
  }
}

let run: TestApp | undefined
const caches = [new Cache(), new Cache()]
const [one, other] = caches as [Cache, Cache]
let env: Record<string, string>

const started = () => run!
async function rateNow(): Promise<number | undefined> {
  if (!run) return undefined
  const { body } = await sendRequest<typeof currentRate>(run, {
    url: '/api/exchange-rate/current/USD?date=2026-09-28',
  })
  return 'data' in body ? body.data.rate : undefined
}
const warning = async () =>
  (await started().app.inject('/api/health/ready')).json<{ warnings: Record<string, string> }>()
    .warnings['sharedCache']

beforeAll(async () => {
  const urls = await Promise.all(caches.map((cache) => cache.listen()))
  env = {
    CACHE_PURGE_URL: urls.join(','),
    CACHE_PURGE_TOKEN: 'secret',
    TRUST_PROXY: '1',
    RATE_FEED: 'cbsl',
  }
  run = await startTestApp({ env })
})
afterAll(async () => {
  await started().close()
  caches.forEach((cache) => cache.close())
})

test('the start purges everything in every cache, and once more for what was under way', async () => {
  for (const cache of caches) {
    await vi.waitFor(() => expect(cache.count).toBe(2), 6000)
    expect(cache.purges[0]).toMatchObject({ tags: 'rates', authorization: 'Bearer secret' })
  }
})

// First, while no purge of another change is still to be repeated.
test('a bank holiday purges everything', async () => {
  const before = one.count
  await storeHoliday(started().db, calendarDateOf('2026-09-30'), 'Special holiday')
  await vi.waitFor(() => expect(one.count).toBeGreaterThan(before))
})

test('a rate that is stored, corrected or deleted purges everything, once the new answer is there', async () => {
  const { headers } = await signedInUser(started())
  const post = (rate: number) =>
    started().app.inject({
      method: 'POST',
      url: '/api/exchange-rate/manual',
      headers,
      payload: { date: '2026-09-28', base_currency: 'USD', target_currency: 'LKR', rate },
    })
  await publish(started(), 'cbsl', 'USD', { '2026-09-28': '300' })
  await vi.waitFor(() => expect(one.purges.at(-1)).toMatchObject({ tags: 'rates', rate: 300 }))
  const stored = await post(301.25)
  await vi.waitFor(() => expect(one.purges.at(-1)).toMatchObject({ tags: 'rates', rate: 301.25 }))
  await post(302)
  await vi.waitFor(() => expect(one.purges.at(-1)).toMatchObject({ tags: 'rates', rate: 302 }))
  const { id } = stored.json<{ data: { id: number } }>().data
  await started().app.inject({ method: 'DELETE', url: `/api/exchange-rate/manual/${id}`, headers })
  await vi.waitFor(() => expect(one.purges.at(-1)).toMatchObject({ tags: 'rates', rate: 300 }))
  await vi.waitFor(() => expect(other.purges.at(-1)).toMatchObject({ rate: 300 }))
})

test('a cache that takes no purge is tried until it does, is warned of, and holds up no other', async () => {
  const before = { one: one.count, other: other.count }
  one.status = 503
  await publish(started(), 'cbsl', 'CAD', { '2026-09-28': '240' })
  await vi.waitFor(() => expect(other.count).toBeGreaterThan(before.other))
  await vi.waitFor(async () =>
    expect(await warning()).toMatch(/^A shared cache has not accepted a purge since 20/),
  )
  expect(one.count).toBe(before.one)
  one.status = 200
  await vi.waitFor(() => expect(one.count).toBeGreaterThan(before.one), 12_000)
  await vi.waitFor(async () => expect(await warning()).toBeUndefined())
})
