import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { periodBoard } from '../../contract/periods.ts'
import { calendarDateOf, daysFromTo, isWeekend } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { storeRates } from '../testing/store-rates.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { sealPeriods } from './seal-periods.ts'

const run = await testAppOfFile({
  now: '2026-10-20T06:00:00Z',
  env: { RATE_FEED: 'cbsl', PUBLISHERS: 'sampath:Sampath Bank', PUBLIC_NAMES: 'on' },
})
const URL = '/api/exchange-rate/periods'
const board = async (query = '') => (await run.get<typeof periodBoard>(`${URL}${query}`)).body.data

const weekdays = daysFromTo(calendarDateOf('2026-08-03'), calendarDateOf('2026-10-19')).filter(
  (day) => !isWeekend(day),
)
const rising = (from: number) =>
  Object.fromEntries(weekdays.map((day, at) => [day, String(from + at / 8)]))

test('without any rate the running month is shown, with all currencies', async () => {
  const { period, first_month: first, currencies } = await board()
  expect([period, first]).toEqual(['2026-10', null])
  expect(currencies.map(({ currency, reason }) => [currency, reason])).toEqual([
    ['USD', 'no rate'],
    ['AUD', 'no rate'],
    ['CAD', 'no rate'],
    ['GBP', 'no rate'],
  ])
})

test('the last finished month is shown for all currencies, with the figures of their own periods', async () => {
  await publish(run, 'cbsl', 'USD', rising(300))
  await publish(run, 'cbsl', 'CAD', rising(200))
  const shown = await board()
  expect(shown).toMatchObject({
    kind: 'indicative',
    unit: 'month',
    period: '2026-09',
    from: '2026-09-01',
    to: '2026-09-30',
    first_month: '2026-08',
    sources: ['cbsl'],
  })
  for (const { currency, ...row } of shown.currencies) {
    const url = `/api/exchange-rate/${currency}/periods?from=2026-09&to=2026-09`
    const own = (await run.app.inject({ url })).json<{ data: { periods: object[] } }>()
    expect([row]).toEqual(own.data.periods)
  }
  expect(await board('?unit=tax-year&month=2026-12')).toMatchObject({
    period: '2026/27',
    from: '2026-04-01',
  })
  expect(await board('?unit=quarter')).toMatchObject({ period: '2026-Q3' })
  expect((await board('?month=2027-01')).currencies[0]).toMatchObject({ reason: 'future' })
})

test('another kind has the currencies with rates only', async () => {
  const of = '?kind=tt-selling&publisher=sampath'
  expect((await board(of)).currencies).toEqual([])
  const date = calendarDateOf('2026-09-02')
  const rate = { ...seriesOf('GBP', 'tt-selling', 'sampath'), date, rate: '410' }
  await storeRates(run.db, [{ ...rate, source: 'manual' }], run.clock.now())
  await caughtUp(run)
  const shown = await board(of)
  expect(shown).toMatchObject({ kind: 'tt-selling', publisher: 'sampath', first_month: '2026-09' })
  expect(shown.currencies).toMatchObject([{ currency: 'GBP', closing: { rate: 410 } }])
})

test('corrections of several currencies name their days and users', async () => {
  const now = run.clock.now()
  await sql`INSERT INTO rate_feed_state (feed, last_try_at, last_success_at, next_try_at)
    VALUES ('cbsl', ${now}, ${now}, ${now})`.execute(run.db)
  expect(await sealPeriods(run.deps)).toBeGreaterThan(0)
  await caughtUp(run)
  const { id, name } = await signedInUser(run)
  const correct = (currency: string, date: string, by?: number) =>
    storeRates(
      run.db,
      [
        {
          ...seriesOf(currency as 'USD'),
          date: calendarDateOf(date),
          rate: '350',
          source: 'manual',
        },
      ],
      now,
      by,
    )
  await correct('USD', '2026-09-30', id)
  await correct('CAD', '2026-09-04')
  await caughtUp(run)
  const { currencies } = await board()
  expect(
    Object.fromEntries(currencies.map(({ currency, sealed }) => [currency, sealed?.corrections])),
  ).toEqual({
    USD: [{ date: '2026-09-30', changed_at: expect.any(String) as string, changed_by: name }],
    CAD: [{ date: '2026-09-04', changed_at: expect.any(String) as string, changed_by: null }],
    AUD: undefined,
    GBP: undefined,
  })
})

test('one file has all currencies, and names the period', async () => {
  const { headers, body } = await run.app.inject({ url: `${URL}.csv?unit=tax-year&month=2026-09` })
  expect(headers['content-disposition']).toBe(
    'attachment; filename="all-LKR-indicative-tax-year-2026-27.csv"',
  )
  const [heading, ...lines] = body.trim().split('\r\n')
  expect(heading).toContain('currency,kind,period')
  expect(lines.map((line) => line.slice(0, 3))).toEqual(['USD', 'AUD', 'CAD', 'GBP'])
  const xlsx = await run.app.inject({ url: `${URL}.xlsx?kind=tt-selling&publisher=sampath` })
  expect(xlsx.headers['content-disposition']).toContain('all-LKR-sampath-tt-selling-month-2026-09')
})

test('a period of the wrong form is refused', async () => {
  for (const query of ['?month=2026-13', '?unit=week', '?from=2026-09'])
    expect((await run.app.inject({ url: `${URL}${query}` })).statusCode).toBe(400)
})
