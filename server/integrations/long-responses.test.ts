import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, daysFromTo } from '../../domain/calendar-date.ts'
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
