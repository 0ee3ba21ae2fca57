import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { addDays, calendarDateOf, daysFromTo } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const DIST = join(import.meta.dirname, '..', '..', 'dist')

const DAYS = 1800

const testApp = await testAppOfFile({ webRoot: DIST, env: { RATE_FEED: 'cbsl' } })
const { today } = testApp.deps.snapshot()
const from = addDays(today, 1 - DAYS)
const days = daysFromTo(addDays(today, 1 - DAYS), today)
const rates = Object.fromEntries(days.map((day, index) => [day, `3${index % 90}.5`]))
for (const currency of ['USD', 'AUD', 'CAD', 'GBP'] as const)
  await publish(testApp, 'cbsl', currency, rates)
afterEach(() => vi.restoreAllMocks())

/** How often other work has its turn until a response is there. */
async function turnsOf(url: string): Promise<number> {
  let turns = 0
  let counting = true
  const count = () => {
    turns++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const { statusCode, rawPayload } = await testApp.app.inject({ url: `${url}from=${from}` })
  counting = false
  expect([statusCode, rawPayload.length > 25_000]).toEqual([200, true])
  return turns
}

test('an export yields after every 500 lines', async () => {
  expect(await turnsOf('/api/export/all.csv?')).toBeGreaterThan((4 * DAYS) / 500)
})

test('five years of pairs check the clock for each day', async () => {
  const looks = vi.spyOn(performance, 'now')
  await turnsOf('/api/compat/frankfurter/v2/rates?base=USD&')
  expect(looks.mock.calls.length).toBeGreaterThan(DAYS)
})

test.each([
  ['pairs', '/api/compat/frankfurter/v2/rates?base=USD&quotes=LKR&from=2026-01-31'],
  ['periods', '/api/exchange-rate/USD/periods?unit=month&from=2026-01&to=2026-08'],
])('%s that change while they are read are read again', async (_what, url) => {
  const { liveRateBook } = testApp.deps
  onTestFinished(() => liveRateBook.load())
  const { book } = liveRateBook
  const usd = { ...seriesOf('USD'), source: 'cbsl' } as const
  const change = (rate: string) => {
    for (const date of ['2026-01-31', '2026-08-31'].map(calendarDateOf))
      book.apply({ ...usd, version: book.version + 1, date, rate: rateOf(rate) })
  }
  change('411.11')
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
  const reading = testApp.app.inject({ url })
  // Every look at the clock ends a slice: by now some months were read, and others not.
  for (let turn = 0; turn < 4; turn++) await immediate()
  change('422.22')
  const { body } = await reading
  expect([body.includes('411.11'), body.split('422.22').length > 2]).toEqual([false, true])
})

test('more than five years of days are refused', async () => {
  const first = addDays(today, -1830)
  await publish(testApp, 'cbsl', 'USD', { [first]: '180.5' })
  const url = '/api/compat/frankfurter/v2/rates?base=USD&from=1999-01-01'
  const { statusCode, body } = await testApp.app.inject({ url })
  expect([statusCode, body]).toEqual([422, '{"status":422,"message":"Choose at most five years."}'])
})

test('a spreadsheet is written without blocking others', async () => {
  expect(await turnsOf('/api/exchange-rate/USD/history.xlsx?')).toBeGreaterThan(100)
})

test('a page includes five years of months, not forty', async () => {
  const page = async (from: string) =>
    (await testApp.app.inject({ url: `/periods/USD?from=${from}&to=2026-08` })).body.includes(
      '"closing"',
    )
  expect(await Promise.all([page('1986-12'), page('2021-12')])).toEqual([false, true])
})
