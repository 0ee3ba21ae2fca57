import { expect, test } from 'vitest'
import type { daysWithRates, entriesOfDay } from '../../contract/entries.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'sampath:Sampath Bank' })
const { headers } = ratesApp.nimal

const days = (query = '') =>
  ratesApp.run.get<typeof daysWithRates>(`/api/exchange-rate/manual/days${query}`, headers)

test('days with and without rates: whole, incomplete, by hand, and why one is missing', async () => {
  const { run, post } = ratesApp
  for (const [currency, rate] of [
    ['AUD', '232.1'],
    ['CAD', '233.1'],
    ['GBP', '437.1'],
  ] as const)
    await publish(run, 'cbsl', currency, { '2026-09-28': rate })
  await post({ ...usd, base_currency: 'GBP', rate: 437.9 })
  const { body } = await days('?from=2026-09-27&to=2026-09-29')
  expect(body.data).toEqual({
    from: '2026-09-27',
    to: '2026-09-29',
    rates: [
      { date: '2026-09-28', source: 'cbsl' },
      { date: '2026-09-29', source: 'manual' },
    ],
    missing: [
      { date: '2026-09-27', reason: 'weekend' },
      { date: '2026-09-29', reason: 'not received' },
    ],
  })
})

test('a bank has both sides, and only its own rates', async () => {
  const side = (kind: string, rate: number) => ({ ...usd, kind, publisher: 'sampath', rate })
  await ratesApp.post(side('tt-buying', 299))
  const { body } = await days('?from=2026-09-28&publisher=sampath')
  expect(body.data).toEqual({
    from: '2026-09-28',
    to: '2026-09-29',
    publisher: 'sampath',
    rates: [{ date: '2026-09-29', source: 'manual' }],
    missing: [
      { date: '2026-09-28', reason: 'not received' },
      { date: '2026-09-29', reason: 'not received' },
    ],
  })
})

test('refuses reversed and too many days, and days after today', async () => {
  const { body } = await days()
  expect([body.data.from, body.data.to]).toEqual(['2026-08-31', '2026-09-29'])
  for (const query of ['?from=2026-09-29&to=2026-09-28', '?to=2026-09-30', '?from=2025-08-01'])
    expect((await days(query)).status).toBe(400)
})

test('a row of a day has the usual move of the year before it', async () => {
  const first = calendarDateOf('2026-08-01')
  const rates = Array.from({ length: 41 }, (_, at) => [
    addDays(first, at),
    at % 2 ? '151.5' : '150',
  ])
  await publish(
    ratesApp.run,
    'cbsl',
    'CAD',
    Object.fromEntries(rates) as Record<string, string>,
    'tt-buying',
  )
  const moves = async (date: string) => {
    const url = `/api/exchange-rate/manual/day?kind=tt-buying&date=${date}`
    const { body } = await ratesApp.run.get<typeof entriesOfDay>(url, headers)
    return body.data.rates.map(({ usual_move: move }) => move)
  }
  expect(await moves('2026-09-11')).toEqual([null, null, { low: -0.9901, high: 1 }, null])
  // Twenty rates have nineteen moves.
  expect(await moves('2026-08-21')).toEqual([null, null, null, null])
})
