import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { currentRate, feedState, lastSevenDays } from '../../contract/rates/rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { publish } from './published-rates.fixture.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { rateBoard } from '../../contract/rates/rate-history.ts'
import { storeHoliday } from '../testing/store-holiday.ts'

const get = <E extends Endpoint>(url: string, headers: Record<string, string> = {}) =>
  run.get<E>(url, headers)

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
await publish(run, 'cbsl', 'USD', {
  '2026-09-18': '329.5',
  '2026-09-22': '330.1',
  '2026-09-23': '330.25',
  '2026-09-24': '330.0001',
  '2026-09-25': '330.0327',
  '2026-09-28': '330.4329',
})
await publish(run, 'currency-api', 'USD', { '2026-09-29': '999' })
await publish(run, 'sample', 'GBP', { '2025-08-29': '408.0017' })
const origin = await run.app.listen({ port: 0 })

describe('the current rate', () => {
  test('is the newest on or before today, with its own day', async () => {
    const { status, body } = await get<typeof currentRate>('/api/exchange-rate/current/USD')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        currency: 'USD',
        target_currency: 'LKR',
        date: '2026-09-28',
        rate: 330.4329,
        source: 'cbsl',
        requested_date: '2026-09-29',
        age_business_days: 1,
      },
    })
  })

  test('on a Sunday is Friday’s', async () => {
    const { body } = await get<typeof currentRate>('/api/exchange-rate/current/USD?date=2026-09-27')
    expect(body.data).toMatchObject({
      date: '2026-09-25',
      rate: 330.0327,
      requested_date: '2026-09-27',
    })
  })

  test('of the sample says so', async () => {
    const { body } = await get<typeof currentRate>('/api/exchange-rate/current/GBP')
    expect(body.data).toMatchObject({ date: '2025-08-29', source: 'sample' })
  })

  test('is not found before the first day', async () => {
    const { status, body } = await get<typeof currentRate>(
      '/api/exchange-rate/current/USD?date=2026-09-17',
    )
    expect(status).toBe(404)
    expect(body.message).toContain('17 Sep 2026')
  })

  test('is refused for a future day, naming today', async () => {
    const { status, body, headers } = await get<typeof currentRate>(
      '/api/exchange-rate/current/USD?date=2026-09-30',
    )
    expect(status).toBe(400)
    expect(body.errors?.['date']?.[0]).toContain('29 Sep 2026')
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each(['EUR', 'usd', 'LKR', 'constructor'])('is not found for %s', async (currency) => {
    expect((await get<typeof currentRate>(`/api/exchange-rate/current/${currency}`)).status).toBe(
      404,
    )
  })
})

describe('the last seven days', () => {
  test('list rates, average and the reasons for missing days', async () => {
    const { body } = await get<typeof lastSevenDays>(
      '/api/exchange-rate/USD/last-seven-days?date=2026-09-29',
    )
    expect(body.data).toEqual({
      currency: 'USD',
      target_currency: 'LKR',
      rates: [
        { date: '2026-09-23', rate: 330.25, source: 'cbsl' },
        { date: '2026-09-24', rate: 330.0001, source: 'cbsl' },
        { date: '2026-09-25', rate: 330.0327, source: 'cbsl' },
        { date: '2026-09-28', rate: 330.4329, source: 'cbsl' },
      ],
      weekly_average: 330.1789,
      days_counted: 4,
      missing: [
        { date: '2026-09-26', reason: 'holiday: Binara Full Moon Poya Day' },
        { date: '2026-09-27', reason: 'weekend' },
        { date: '2026-09-29', reason: 'not received' },
      ],
      newest_date: '2026-09-28',
    })
  })

  test('without rates have no average and name the newest day', async () => {
    const { body } = await get<typeof lastSevenDays>('/api/exchange-rate/GBP/last-seven-days')
    expect(body.data).toMatchObject({ rates: [], weekly_average: null, days_counted: 0 })
    expect(body.data).toMatchObject({ newest_date: '2025-08-29' })
  })

  test('at the start of the calendar are fewer', async () => {
    for (const path of ['USD/last-seven-days', 'board', 'current/USD']) {
      const { status, body } = await get<typeof lastSevenDays>(
        `/api/exchange-rate/${path}?date=1900-01-03`,
      )
      expect(status).toBe(path.startsWith('current') ? 404 : 200)
      if (path.startsWith('USD')) expect(body.data.missing).toHaveLength(3)
    }
  })

  test('change with the day in Colombo', async () => {
    const url = '/api/exchange-rate/USD/last-seven-days'
    const lastDay = async () =>
      (await get<typeof lastSevenDays>(url)).body.data.missing.at(-1)?.date
    run.clock.set('2026-09-29T18:29:59Z')
    expect(await lastDay()).toBe('2026-09-29')
    run.clock.set('2026-09-29T18:30:00Z')
    expect(await lastDay()).toBe('2026-09-30')
    run.clock.set('2026-09-29T06:30:00Z')
    expect(await lastDay()).toBe('2026-09-29')
  })
})

describe('the feed', () => {
  test('reports the newest day and that the sample stands in', async () => {
    const { body } = await get<typeof feedState>('/api/exchange-rate/feed')
    expect(body.data).toEqual({
      feed: 'cbsl',
      newest_date: '2026-09-28',
      last_success_at: null,
      failing: false,
      sample: true,
    })
  })
})

describe('a public response', () => {
  const url = '/api/exchange-rate/USD/last-seven-days?date=2026-09-25'

  test('is the same before and through the framework', async () => {
    const through = await get(url)
    const [first, second] = [await fetch(origin + url), await fetch(origin + url)]
    for (const response of [first, second]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(through.body)
      for (const name of ['etag', 'cache-control', 'content-type', 'content-security-policy']) {
        expect(response.headers.get(name), name).toBe(through.headers[name])
      }
      expect(response.headers.get('content-length')).toBe(through.headers['content-length'])
    }
    expect(first.headers.get('cache-control')).toMatch(
      /^public, max-age=\d+, stale-while-revalidate=\d+$/,
    )
  })

  test('answers 304 to every form of If-None-Match', async () => {
    const etag = (await get(url)).headers['etag'] as string
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const ahead = await fetch(origin + url, { headers: { 'if-none-match': condition } })
      expect(ahead.status, condition).toBe(304)
      expect(ahead.headers.get('etag')).toBe(etag)
      expect(ahead.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await get(url, { 'if-none-match': condition })).status, condition).toBe(304)
    }
    expect((await fetch(origin + url, { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    )
  })

  test('answers HEAD with its length and no body', async () => {
    const response = await fetch(origin + url, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await response.text()).toBe('')
  })

  test('has a new ETag after a change', async () => {
    const before = (await fetch(origin + url)).headers.get('etag')
    await publish(run, 'cbsl', 'USD', { '2026-09-21': '329.9' })
    const after = await fetch(origin + url)
    expect(after.headers.get('etag')).not.toBe(before)
    expect(((await after.json()) as { data: { days_counted: number } }).data.days_counted).toBe(5)
  })
})

test('every spelling of an address gets the one kept response', async () => {
  const path = '/api/exchange-rate/current/'
  await get(`${path}USD?date=2026-09-28&max_age=7`)
  for (const spelling of [
    'USD?max_age=7&date=2026-09-28',
    'USD?&date=2026-09-28&&max_age=7&',
    '%55SD?date=2026-09-2%38&max_age=7',
  ]) {
    const { status, headers } = await get(path + spelling)
    // A kept response has none.
    expect([status, headers['x-request-id']], spelling).toEqual([200, undefined])
  }
  expect((await get(`${path}USD?date=2026-09-28&max_age=8`)).headers).toHaveProperty('x-request-id')
})

test('reads that query are limited to ten per address', async () => {
  const cite = (remoteAddress: string, page: number) =>
    sendRequest(run, { url: `/api/exchange-rate/USD/on/2026-09-28?page=${page}`, remoteAddress })
  const many = Array.from({ length: 30 }, (_, at) => cite('203.0.113.7', at + 1))
  expect((await cite('203.0.113.8', 31)).status).toBe(200)
  const responses = await Promise.all(many)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(responses.find(({ status }) => status !== 200)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
  })
})

describe('the age of a rate', () => {
  const currentUsd = (query: string) =>
    get<typeof currentRate>(`/api/exchange-rate/current/USD?${query}`)

  test('is counted in business days and refused above max_age', async () => {
    expect((await currentUsd('date=2026-09-27&max_age=0')).body.data.age_business_days).toBe(0)
    expect((await currentUsd('max_age=1')).body.data.age_business_days).toBe(1)
    const { status, body } = await currentUsd('max_age=0')
    expect(status).toBe(404)
    expect(body).toEqual({
      code: 'too_old',
      message:
        'The newest rate of the US Dollar is of 28 Sep 2026, 1 business day before 29 Sep 2026; max_age is 0.',
    })
  })

  test('is on the board, where one rate above max_age refuses all', async () => {
    const board = (query: string) => get<typeof rateBoard>(`/api/exchange-rate/board${query}`)
    const ages = (await board('')).body.data.rates.map((row) => [
      row.currency,
      row.age_business_days,
    ])
    expect(ages).toEqual([
      ['USD', 1],
      ['AUD', null],
      ['CAD', null],
      ['GBP', expect.any(Number)],
    ])
    expect((await board('?date=2025-08-29&max_age=0')).status).toBe(200)
    const { status, body } = await board('?max_age=30')
    expect([status, body.code]).toEqual([404, 'too_old'])
    expect(body.message).toContain('British Pound is of 29 Aug 2025')
  })

  test.each(['-1', '31', '1.5', '01', '', 'x'])('has no limit of %j', async (value) => {
    const { status, body } = await currentUsd(`max_age=${value}`)
    expect(status).toBe(400)
    expect(body.errors?.['max_age']).toEqual([
      'max_age must be a whole number of business days from 0 to 30.',
    ])
  })

  test('follows a holiday that another process changes', async () => {
    const week = async () =>
      (
        await get<typeof lastSevenDays>('/api/exchange-rate/USD/last-seven-days')
      ).body.data.missing.at(-1)
    const page = async () => (await get('/api/exchange-rate/current/USD')).headers['etag']
    const [before, etag] = [await week(), await page()]
    expect(before).toEqual({ date: '2026-09-29', reason: 'not received' })
    await storeHoliday(run.db, calendarDateOf('2026-09-29'), 'Special bank holiday')
    await expect.poll(week).toEqual({ date: '2026-09-29', reason: 'holiday: Special bank holiday' })
    expect((await currentUsd('max_age=0')).body.data.age_business_days).toBe(0)
    expect(await page()).not.toBe(etag)
    await storeHoliday(run.db, calendarDateOf('2026-09-29'), null)
    await expect.poll(week).toEqual(before)
  })
})
