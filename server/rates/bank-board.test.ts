import { expect, test } from 'vitest'
import type { bankBoard } from '../../contract/rates/bank-board.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { storeRates } from '../testing/store-rates.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { caughtUp, publish } from './published-rates.fixture.ts'

const run = await testAppOfFile({
  env: {
    RATE_FEED: 'cbsl',
    CURRENCIES: 'USD,JPY',
    PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB',
  },
})
const nimal = await signedInUser(run)
const enter = async (
  publisher: string,
  kind: 'tt-buying' | 'tt-selling',
  date: string,
  rate: string,
) => {
  const day = { ...seriesOf('USD', kind, publisher), date: calendarDateOf(date) }
  await storeRates(run.db, [{ ...day, source: 'manual', rate }], run.clock.now(), nimal.id)
  await caughtUp(run)
}
await publish(run, 'cbsl', 'USD', { '2026-09-28': '301', '2026-09-29': '302' })
await publish(run, 'cbsl', 'USD', { '2026-09-28': '303.5' }, 'customs')
await enter('sampath', 'tt-buying', '2026-09-29', '298.25')
await enter('sampath', 'tt-selling', '2026-09-29', '306.75')
await enter('hnb', 'tt-selling', '2026-09-22', '306.5')

const board = async (query = '') => {
  const url = `/api/exchange-rate/banks${query}`
  const { status, body } = await run.get<typeof bankBoard>(url)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const manual = { source: 'manual' } as const

test('all banks stand beside the indicative and the customs rate, each rate with its own day', async () => {
  expect(await board('?currency=USD')).toEqual({
    requested_date: '2026-09-29',
    currencies: [
      {
        currency: 'USD',
        indicative: { rate: 302, date: '2026-09-29', source: 'cbsl', age_business_days: 0 },
        customs: { rate: 303.5, date: '2026-09-28', effective_to: null, in_effect: true },
        banks: [
          {
            publisher: 'sampath',
            buying: { rate: 298.25, date: '2026-09-29', ...manual, age_business_days: 0 },
            selling: { rate: 306.75, date: '2026-09-29', ...manual, age_business_days: 0 },
          },
          {
            publisher: 'hnb',
            buying: null,
            selling: { rate: 306.5, date: '2026-09-22', ...manual, age_business_days: 5 },
          },
        ],
      },
    ],
  })
})

test('one bank is asked for all currencies, as of a day, with the last 30 days of a side', async () => {
  const { currencies } = await board('?publisher=hnb&date=2026-09-22&side=pay')
  expect(currencies.map(({ currency }) => currency)).toEqual(['USD', 'JPY'])
  expect(currencies[0]?.banks).toEqual([
    {
      publisher: 'hnb',
      buying: null,
      selling: { rate: 306.5, date: '2026-09-22', ...manual, age_business_days: 0 },
      points: [{ date: '2026-09-22', rate: 306.5 }],
    },
  ])
  expect(currencies[1]).toMatchObject({ units: 100, indicative: null, customs: null })
  const before = await board('?publisher=hnb&date=2026-09-21')
  expect(before.currencies[0]?.banks[0]).toEqual({
    publisher: 'hnb',
    buying: null,
    selling: null,
  })
})

test('a board has a tag, and a new rate of a bank changes it at once', async () => {
  const url = '/api/exchange-rate/banks?currency=USD'
  const first = await run.app.inject({ url })
  const etag = String(first.headers.etag)
  const headers = { 'if-none-match': etag }
  expect((await run.app.inject({ url, headers })).statusCode).toBe(304)
  await enter('hnb', 'tt-buying', '2026-09-29', '298.5')
  const next = await run.app.inject({ url, headers })
  expect(next.statusCode).toBe(200)
  expect(next.body).toContain('298.5')
})

test('the file has a row for each currency and bank, with the day of each rate', async () => {
  const { headers, body } = await run.app.inject('/api/exchange-rate/banks.csv?currency=USD')
  expect(headers['content-disposition']).toBe('attachment; filename="banks-USD-2026-09-29.csv"')
  const lines = body.split('\r\n')
  expect(lines[0]).toContain('Date,Currency,Bank,Bank buys (TT),Buying rate of')
  expect(lines[1]).toBe(
    '2026-09-29,USD,Sampath Bank,298.2500,2026-09-29,306.7500,2026-09-29,302.0000,2026-09-29,303.5000,2026-09-28',
  )
  const xlsx = await run.app.inject('/api/exchange-rate/banks.xlsx?publisher=hnb')
  expect(xlsx.headers['content-disposition']).toContain('banks-hnb-2026-09-29.xlsx')
})

test.each([
  ['?date=2026-09-30', 'date'],
  ['?side=best', 'side'],
  ['?publisher=boc', 'publisher'],
  ['?currency=EUR', 'currency'],
  ['?kind=customs', 'kind'],
])('%s is refused for its %s', async (query, field) => {
  const { status, body } = await run.get<typeof bankBoard>(`/api/exchange-rate/banks${query}`)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
})
