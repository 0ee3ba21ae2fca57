import readXlsxFile from 'read-excel-file/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'
import { sql } from 'kysely'
import type { RateFact } from '../audit-log/record-changes.ts'
import { storeRates } from '../testing/store-rates.ts'
import { RATE_SOURCES } from '../../domain/rate-precedence.ts'
import { RATE_KINDS } from '../../domain/series.ts'

const url = '/api/exchange-rate'
const history = (query = '', currency = 'USD') =>
  ratesApp.run.get<typeof rateHistory>(`${url}/${currency}/history${query}`)
const file = (ending: string, query = '', headers = {}) =>
  ratesApp.run.app.inject({ url: `${url}/USD/history.${ending}${query}`, headers })

const ratesApp = await ratesAppOfFile()
await publish(ratesApp.run, 'cbsl', 'USD', {
  '1995-06-30': '51.2',
  '2026-08-31': '333',
  '2026-09-25': '300.5',
})

describe('the board', () => {
  test('shows each currency with day, change and the last 30 days', async () => {
    const { body } = await ratesApp.run.get<typeof rateBoard>(`${url}/board?date=2026-09-29`)
    expect(body.data.requested_date).toBe('2026-09-29')
    expect(body.data.rates.map(({ currency }) => currency)).toEqual(['USD', 'AUD', 'CAD', 'GBP'])
    expect(body.data.rates[0]).toEqual({
      currency: 'USD',
      rate: 301.1,
      date: '2026-09-29',
      source: 'cbsl',
      age_business_days: 0,
      change: 0.2,
      previous_date: '2026-09-28',
      weekly_average: 300.8333,
      points: [
        { date: '2026-08-31', rate: 333 },
        { date: '2026-09-25', rate: 300.5 },
        { date: '2026-09-28', rate: 300.9 },
        { date: '2026-09-29', rate: 301.1 },
      ],
    })
    expect(body.data.rates[3]).toMatchObject({
      rate: null,
      change: null,
      points: [],
      weekly_average: null,
    })
  })

  test('on a Sunday compares Friday with the day before, and refuses a future day', async () => {
    const sunday = await ratesApp.run.get<typeof rateBoard>(`${url}/board?date=2026-09-27`)
    expect(sunday.body.data.rates[0]).toMatchObject({
      date: '2026-09-25',
      previous_date: '2026-08-31',
    })
    expect((await ratesApp.run.get(`${url}/board?date=2026-09-30`)).status).toBe(400)
  })
})

test('a history says why days have no rate, of at most 400 days', async () => {
  const { data } = (await history('?from=2026-09-25&to=2026-09-29&missing=1')).body
  expect(data.missing).toEqual([
    {
      date: '2026-09-26',
      reason: expect.stringMatching(/^(weekend|holiday: .*Poya.*)$/) as string,
    },
    { date: '2026-09-27', reason: 'weekend' },
  ])
  expect((await history('?from=2026-09-25&to=2026-09-29')).body.data).not.toHaveProperty('missing')
  expect((await history('?from=2025-08-01&to=2026-09-29&missing=1')).status).toBe(400)
})

describe('a history', () => {
  test('has the days with a rate and the oldest day', async () => {
    const { body } = await history('?from=2026-09-01&to=2026-09-28')
    expect(body.data).toMatchObject({
      currency: 'USD',
      from: '2026-09-01',
      oldest_date: '1995-06-30',
    })
    expect(body.data.rates).toEqual([
      { date: '2026-09-25', rate: 300.5, source: 'cbsl' },
      { date: '2026-09-28', rate: 300.9, source: 'cbsl' },
    ])
  })

  test('covers the last 30 days by default, and all days from 1900', async () => {
    expect((await history()).body.data).toMatchObject({ from: '2026-08-31', to: '2026-09-29' })
    expect((await history('?from=1900-01-01')).body.data.rates).toHaveLength(5)
    expect((await history('?from=1900-01-01', 'GBP')).body.data).toMatchObject({
      rates: [],
      oldest_date: null,
    })
  })

  test.each(['?to=2026-09-30', '?from=2026-09-29&to=2026-09-28', '?from=x', '?days=7'])(
    'is refused for %s',
    async (query) => {
      expect((await history(query)).status).toBe(400)
      expect((await file('csv', query)).statusCode).toBe(400)
    },
  )

  test('as CSV has every decimal', async () => {
    const { body, headers } = await file('csv', '?from=2026-09-26')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      'attachment; filename="USD-LKR-2026-09-26-to-2026-09-29.csv"',
    )
    expect(body).toBe(
      'Date,Currency,Kind,Rate (LKR),Units,Source,Bank\r\n' +
        '2026-09-28,USD,indicative,300.9000,1,Central Bank of Sri Lanka,Main rates\r\n' +
        '2026-09-29,USD,indicative,301.1000,1,Central Bank of Sri Lanka,Main rates\r\n',
    )
  })

  test('as a spreadsheet has typed days and numbers', async () => {
    const { rawPayload, headers } = await file('xlsx', '?from=2026-09-26')
    expect(headers['content-disposition']).toContain('.xlsx"')
    const [sheet] = await readXlsxFile(rawPayload)
    expect(sheet?.sheet).toBe('USD in LKR')
    expect(sheet?.data[1]).toEqual([
      new Date('2026-09-28T00:00:00Z'),
      'USD',
      'indicative',
      300.9,
      1,
      'Central Bank of Sri Lanka',
      'Main rates',
    ])
  })

  test('is limited to two files at once per address', async () => {
    // On a busy machine a turn would come too late.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => now.mockRestore())
    const download = (remoteAddress: string, at: number) =>
      ratesApp.run.app.inject({
        remoteAddress,
        url: `/api/exchange-rate/USD/history.xlsx?from=${addDays(calendarDateOf('2026-08-01'), at)}`,
      })
    const [own, others] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, (_, at) => download('192.0.2.1', at))),
      Promise.all([1, 2, 3].map((at) => download(`192.0.2.${at + 1}`, 29 + at))),
    ])
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(own.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 2 }, () => 200),
      ...Array.from({ length: 28 }, () => 503),
    ])
    expect(own[2]?.headers['retry-after']).toBe('2')
    // An error is no file.
    expect(own[2]?.headers).not.toHaveProperty('content-disposition')
    expect(own[2]?.headers).not.toHaveProperty('etag')
    expect((await download('192.0.2.1', 2)).statusCode).toBe(200)
  })
})

const { run, post } = ratesApp
const day = usd.date

const read = async (path: string) => {
  const response = await run.app.inject(path)
  return { text: response.body, data: response.json<{ data: Record<string, unknown> }>().data }
}
const rowOf = (data: Record<string, unknown>, list = 'rates') =>
  (data[list] as { date: string; currency?: string }[]).find(({ date }) => date === day)

const READS = {
  current: '/api/exchange-rate/current/USD',
  week: '/api/exchange-rate/USD/last-seven-days',
  history: '/api/exchange-rate/USD/history',
  board: '/api/exchange-rate/board',
  cited: `/api/exchange-rate/USD/on/${day}`,
} as const

test('every read of a rate entered by hand includes the published one', async () => {
  for (const path of Object.values(READS))
    expect((await read(path)).text).not.toContain('"published"')
  run.clock.turn(1)
  const before = run.clock.now().toISOString()
  run.clock.turn(60)
  await post({ ...usd, rate: 300.7314 })
  // A day without a published rate, entered by hand.
  await post({ ...usd, date: '2026-09-27', rate: 300 })
  const published = { rate: 301.1, source: 'cbsl', difference: -0.3686 }
  expect((await read(READS.current)).data).toMatchObject({ rate: 300.7314, published })
  expect((await read(READS.cited)).data).toMatchObject({ rate: 300.7314, published })
  for (const path of [READS.week, READS.history, READS.board]) {
    const { data, text } = await read(path)
    expect(rowOf(data)).toMatchObject({ rate: 300.7314, published })
    expect(text.match(/"published"/g)).toHaveLength(1)
  }
  expect((await read('/api/exchange-rate/USD/on/2026-09-27')).text).not.toContain('"published"')

  const earlier = `?known_at=${before}`
  expect((await read(READS.cited + earlier)).data).toMatchObject({ rate: 301.1, source: 'cbsl' })
  expect((await read(READS.cited + earlier)).text).not.toContain('"published"')
})

describe('what a rate belongs to', () => {
  test('is listed in the database as in the code', async () => {
    const { db } = ratesApp.run
    const kinds = await db.selectFrom('rate_kind').select('kind').execute()
    const sources = await db.selectFrom('rate_source').select('source').execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...RATE_KINDS].sort())
    expect(sources.map(({ source }) => source).sort()).toEqual([...RATE_SOURCES].sort())
  })

  test.each([
    ['a currency', { currency: 'usd' }],
    ['a kind', { kind: 'guessed' }],
    ['a source', { source: 'rumour' }],
  ])('refuses %s that does not exist', async (_, wrong) => {
    const row = {
      source: 'cbsl',
      currency: 'USD',
      kind: 'indicative',
      date: '2026-01-05',
      rate: '300',
    }
    const stored = { ...row, ...wrong } as RateFact
    const insert = storeRates(ratesApp.run.db, [stored], new Date())
    await expect(insert).rejects.toThrow(/not listed|check constraint/)
  })

  test('has one live entry for each currency, kind and day', async () => {
    await ratesApp.post(usd)
    const twice = sql`INSERT INTO fact_state SELECT id + 1000, version + 1000, NULL, subject, currency, kind, bank, date, part, source, rate FROM fact_state WHERE source = 'manual'`
    await expect(twice.execute(ratesApp.run.owner)).rejects.toThrow('fact_state_key')
  })
})
