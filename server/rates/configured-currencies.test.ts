import { expect, test } from 'vitest'
import type { changeManualRates } from '../../contract/entry-changes.ts'
import type { rateBoard } from '../../contract/rates/rate-history.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import { setCurrencies } from '../../domain/currency.ts'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { currencyApiFeed } from '../feeds/currency-api.ts'
import { startFeedServer } from '../feeds/feed-server.fixture.ts'
import { runImport } from '../feeds/run-import.ts'
import { LiveRateBook } from './live-rate-book.ts'
import { caughtUp } from './published-rates.fixture.ts'

const feed = await startFeedServer()
const { run, post, recent, nimal } = await ratesAppOfFile({
  CURRENCIES: 'usd, EUR, JPY, VND',
  RATE_FEED: 'currency-api',
})
const current = async (currency: string) =>
  (await run.get<typeof currentRate>(`/api/exchange-rate/current/${currency}`)).body.data
const textOf = async (url: string) => (await run.app.inject({ url })).body

test('EUR, JPY and VND are imported and shown per their units', async () => {
  const { clock, db } = run
  await runImport({
    db,
    clock: clock.now,
    feed: currencyApiFeed({ urls: [`${feed.url}/{date}`], pauseMs: 0 }),
  })
  await caughtUp(run)
  expect(await current('EUR')).toMatchObject({ date: '2026-09-29', rate: 375.9324 })
  expect(await current('EUR')).not.toHaveProperty('units')
  expect(await current('JPY')).toMatchObject({ rate: 210.129, units: 100 })
  expect(await current('VND')).toMatchObject({ rate: 12.7528, units: 1000 })
  const { body } = await run.get<typeof rateBoard>('/api/exchange-rate/board')
  expect(body.data.rates.map(({ currency, units }) => [currency, units])).toEqual([
    ['USD', undefined],
    ['EUR', undefined],
    ['JPY', 100],
    ['VND', 1000],
  ])
})

test('other programs get the rate of one unit exactly', async () => {
  expect(await textOf('/api/value/VND/latest.txt')).toBe('0.0127528\n')
  expect(await textOf('/api/value/JPY/latest.txt')).toBe('2.101290\n')
  expect(await textOf('/api/export/JPY.beancount')).toContain('2026-09-29 price JPY 2.101290 LKR\n')
  expect(await textOf('/api/exchange-rate/VND/history.csv')).toContain('0.0127528')
  const pair = JSON.parse(await textOf('/api/compat/frankfurter/v2/rate/EUR/JPY')) as {
    rate: number
  }
  expect(pair.rate).toBeCloseTo(375.9324 / 2.10129, 9)
})

test('a rate is entered per unit or per usual units', async () => {
  const yen = { date: '2026-09-28', currency: 'JPY' }
  expect((await post({ ...yen, rate: 2.1001 })).body.data).toMatchObject({
    rate: 210.01,
    units: 100,
  })
  expect((await post({ ...yen, rate: 210.02, units: 100 })).body.data.rate).toBe(210.02)
  const { status, body } = await post({ ...yen, rate: 21, units: 10 })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['units']])
  const changed = await run.post<typeof changeManualRates>(
    '/api/exchange-rate/manual/changes',
    {
      enter: [{ date: yen.date, base_currency: 'VND', rate: 0.0127, replaces: null }],
    },
    nimal.headers,
  )
  expect(changed.body.data[0]?.after).toMatchObject({ rate: 12.7, units: 1000 })
  const rows = await run.db
    .selectFrom('change')
    .select(['currency', 'units'])
    .where('subject', '=', 'rate')
    .execute()
  expect(new Set(rows.map((row) => `${row.currency} ${row.units ?? 1}`))).toEqual(
    new Set(['USD 1', 'EUR 1', 'JPY 100', 'VND 1000']),
  )
})

test('an alert takes a rate per unit or per usual units', async () => {
  const wanted = async (given: object) => {
    const payload = { email: 'a@example.lk', condition: 'above', currency: 'JPY', ...given }
    const { statusCode } = await run.app.inject({ method: 'POST', url: '/api/alerts', payload })
    const newest = run.db.selectFrom('alert_rule').select('rate').orderBy('id', 'desc')
    return statusCode === 200 ? (await newest.executeTakeFirst())?.rate : statusCode
  }
  expect(await wanted({ rate: 2.1 })).toBe('210.0000')
  expect(await wanted({ rate: 215, units: 100 })).toBe('215.0000')
  expect(await wanted({ rate: 21, units: 10 })).toBe(400)
})

test('an unlisted currency is not found, and has its rates again when listed', async () => {
  const { statusCode } = await run.app.inject({ url: '/api/exchange-rate/current/AUD' })
  expect(statusCode).toBe(404)
  const { liveRateBook } = run.deps
  const reload = () => LiveRateBook.prototype.load.call(liveRateBook)
  const entered = async () => {
    const { body } = await recent('')
    return [body.total, ...body.data.map((each) => each.base_currency)]
  }
  expect(await entered()).toEqual([2, 'VND', 'JPY'])
  setCurrencies(['USD', 'EUR', 'VND'])
  await reload()
  expect((await run.app.inject({ url: '/api/exchange-rate/current/JPY' })).statusCode).toBe(404)
  expect(await entered()).toEqual([1, 'VND'])
  setCurrencies(run.deps.config.currencies)
  await reload()
  expect(await entered()).toEqual([2, 'VND', 'JPY'])
  expect(await current('JPY')).toMatchObject({ rate: 210.129, date: '2026-09-29' })
})
