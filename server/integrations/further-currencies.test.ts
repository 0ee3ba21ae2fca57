import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { cbslAndFrankfurter, cbslPage, indicativeRow } from '../feeds/cbsl-pages.fixture.ts'
import { cbslFeed } from '../feeds/cbsl.ts'
import { currencyApiFeed } from '../feeds/currency-api.ts'
import { startFeedServer } from '../feeds/feed-server.fixture.ts'
import { frankfurterFeed } from '../feeds/frankfurter.ts'
import type { RateFeed } from '../feeds/rate-feed.ts'
import { runImport } from '../feeds/run-import.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const publisher = await startFeedServer()
let run: TestApp
afterEach(() => run.close())

/** An installation at noon of a day that follows a feed. */
async function follow(feed: string, day: string): Promise<void> {
  run = await startTestApp({ now: `${day}T06:30:00Z`, env: { RATE_FEED: feed } })
}

async function importFrom(feed: RateFeed) {
  const { db, clock, deps } = run
  const result = await runImport({
    db,
    feed,
    clock: clock.now,
    signal: new AbortController().signal,
  })
  await caughtUp(run)
  await deps.liveRateBook.catchUpNow()
  return result
}

/** The Central Bank’s forms on `publisher`, with a table of the Indian rupee. */
const centralBank = () =>
  cbslFeed({
    userAgent: 'test',
    pagesUrl: publisher.url,
    frankfurterUrl: publisher.url,
    pauseMs: 0,
  })
const respondWithRupees = (...rows: readonly (readonly [day: string, rate: number])[]) =>
  publisher.respondWith(
    cbslAndFrankfurter([], (page, own) =>
      cbslPage(
        page,
        own,
        page === 'tt' ? {} : { INR: rows.map(([day, rate]) => indicativeRow(day, rate)) },
      ),
    ),
  )

const get = async (path: string) => {
  const { statusCode, body } = await run.app.inject({ url: `/api/compat/${path}` })
  return [statusCode, JSON.parse(body) as unknown] as const
}

interface ProviderSettings {
  readonly apiEndpoint: string
  readonly parameters: Readonly<Record<string, string>>
  readonly resultKeys: readonly string[]
}

/**
 * What ERPNext does when Currency Exchange Settings are saved (`validate_parameters` and
 * `validate_result`): asks for USD in INR of today, and throws for a status of an error, a result
 * key that is not there, and a value that is no number.
 */
async function saveInErpnext({
  apiEndpoint,
  parameters,
  resultKeys,
}: ProviderSettings): Promise<number> {
  const today = run.clock.now().toISOString().slice(0, 10)
  const filled = (text: string) =>
    text
      .replace('{transaction_date}', today)
      .replace('{to_currency}', 'INR')
      .replace('{from_currency}', 'USD')
  const query = Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, filled(text)]),
  )
  const { statusCode, body } = await run.app.inject({
    url: `/api/compat/${filled(apiEndpoint)}`,
    query,
  })
  if (statusCode >= 400) throw new Error(`Error: ${statusCode} ${body}`)
  const value = resultKeys.reduce<unknown>((part, key) => {
    if (typeof part !== 'object' || part === null || !(filled(key) in part))
      throw new Error(`Invalid result key. Response: ${body}`)
    return (part as Record<string, unknown>)[filled(key)]
  }, JSON.parse(body))
  if (typeof value !== 'number')
    throw new Error('Returned exchange rate is neither integer not float.')
  return value
}

/** The setting that docs/integrations.md tells, and that of clients of Frankfurter v1. */
const V2: ProviderSettings = {
  apiEndpoint: 'frankfurter/v2/rate/{from_currency}/{to_currency}',
  parameters: { date: '{transaction_date}' },
  resultKeys: ['rate'],
}
const V1: ProviderSettings = {
  apiEndpoint: 'frankfurter/v1/{transaction_date}',
  parameters: { base: '{from_currency}', symbols: '{to_currency}' },
  resultKeys: ['rates', '{to_currency}'],
}

describe('ERPNext saves its provider settings', () => {
  test('with the Central Bank’s own page as the feed', async () => {
    await follow('cbsl', '2025-05-20')
    respondWithRupees(['2025-05-16', 3.495], ['2025-05-19', 3.4961])
    expect(await importFrom(centralBank())).toMatchObject({ failure: null, refused: [] })
    // 298.8165 / 3.4961
    expect([await saveInErpnext(V2), await saveInErpnext(V1)]).toEqual([
      85.4713823975, 85.4713823975,
    ])
    // A Sunday: both have their newest rate on Friday, 298.5101 / 3.495.
    expect(await get('frankfurter/v2/rate/USD/INR?date=2025-05-18')).toEqual([
      200,
      { date: '2025-05-16', base: 'USD', quote: 'INR', rate: 85.4106151645 },
    ])
    expect(await get('frankfurter/v2/rate/inr/LKR')).toEqual([
      200,
      { date: '2025-05-19', base: 'INR', quote: 'LKR', rate: 3.4961 },
    ])
    expect((await get('frankfurter/v2/rates?base=INR&quotes=LKR&from=2025-05-01'))[1]).toHaveLength(
      2,
    )
  })

  test('with currency-api, whose own value comes back but for the dollar’s fourth decimal', async () => {
    await follow('currency-api', '2026-09-29')
    publisher.respondWith()
    const feed = currencyApiFeed({ urls: [`${publisher.url}/{date}`], pauseMs: 0 })
    // Two of the 400 days that an empty installation asks for are recorded.
    const fetchDays: RateFeed['fetchDays'] = ({ days, ...more }) =>
      feed.fetchDays({ days: days.slice(-2), ...more })
    await importFrom({ ...feed, fetchDays })
    // 330.9054 in the book, and 96.08534228 rupees of India for 330.90540472 of Sri Lanka.
    expect(await saveInErpnext(V2)).toBe(96.0853409094)
    expect((await get('frankfurter/v1/latest?base=USD'))[1]).toMatchObject({ date: '2026-09-29' })
  })

  test('with a mirror of Frankfurter', async () => {
    await follow('cbsl', '2025-05-19')
    publisher.respondWith((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://feed')
      const base = searchParams.get('base')
      const rate = base === 'USD' ? 298.8165 : base === 'INR' ? 3.4961 : undefined
      response.end(
        JSON.stringify(
          rate === undefined ? [] : [{ date: '2025-05-19', base, quote: 'LKR', rate }],
        ),
      )
    })
    await importFrom(frankfurterFeed(publisher.url))
    expect(await saveInErpnext(V2)).toBe(85.4713823975)
  })
})

test('without a feed, and before it answered, a further currency is unknown in the dialect’s own form', async () => {
  for (const feed of ['off', 'cbsl']) {
    await follow(feed, '2025-05-19')
    if (feed === 'off') expect(await get('frankfurter/v2/providers')).toEqual([200, []])
    // What another feed left is not the followed one's.
    await sql`INSERT INTO further_rate VALUES ('currency-api', 'INR', '2025-05-19', 3.4, 1, now())`.execute(
      run.db,
    )
    await run.deps.liveRateBook.load()
    await expect(saveInErpnext(V2)).rejects.toThrow(
      'Error: 422 {"status":422,"message":"invalid currency: INR"}',
    )
    await expect(saveInErpnext(V1)).rejects.toThrow('Error: 404')
    if (feed === 'off') await run.close()
  }
})

test('further currencies are in the compatible routes alone: no other answer, rate, revision or audit entry has them', async () => {
  await follow('cbsl', '2025-05-19')
  respondWithRupees(['2025-05-19', 3.4961])
  await importFrom(centralBank())
  for (const url of [
    '/api/exchange-rate/board',
    '/api/exchange-rate/currencies',
    '/api/export/all.csv',
    '/api/exchange-rate/feed',
  ])
    expect((await run.app.inject({ url })).body, url).not.toContain('INR')
  for (const url of [
    '/api/exchange-rate/current/INR',
    '/api/value/INR/latest.txt',
    '/feed/INR.atom',
    '/api/export/INR.csv',
  ])
    expect((await run.app.inject({ url })).statusCode, url).toBeGreaterThanOrEqual(400)
  for (const table of ['change', 'live_fact', 'audit_entry']) {
    const { rows } =
      await sql`SELECT FROM ${sql.table(table)} AS row WHERE row::text LIKE '%INR%'`.execute(
        run.owner,
      )
    expect(rows, table).toEqual([])
  }
})

test('of two values of a day neither is taken, the same one twice is, and the import goes on', async () => {
  await follow('cbsl', '2025-05-19')
  publisher.respondWith((request, response) => {
    const base = new URL(request.url ?? '', 'http://feed').searchParams.get('base')
    const rates = base === 'INR' ? [3.4961, 3.4961] : base === 'EUR' ? [333.1, 333.2] : []
    response.end(
      JSON.stringify(rates.map((rate) => ({ date: '2025-05-19', base, quote: 'LKR', rate }))),
    )
  })
  expect(await importFrom(frankfurterFeed(publisher.url))).toMatchObject({ failure: null })
  expect(await get('frankfurter/v1/latest?base=LKR')).toMatchObject([200, { date: '2025-05-19' }])
  expect((await get('frankfurter/v2/rate/INR/LKR'))[1]).toMatchObject({ rate: 3.4961 })
  expect((await get('frankfurter/v2/rate/EUR/LKR'))[0]).toBe(422)
})

test('a correction is taken, a moved decimal point is not, and days older than sixty go', async () => {
  await follow('cbsl', '2025-05-16')
  respondWithRupees(['2025-05-15', 3.4996], ['2025-05-16', 3.59])
  await importFrom(centralBank())
  run.clock.set('2025-05-19T06:30:00Z')
  respondWithRupees(['2025-05-15', 3.4996], ['2025-05-16', 3.495], ['2025-05-19', 34.961])
  await importFrom(centralBank())
  const rupees = async () =>
    (await get('frankfurter/v2/rates?base=INR&quotes=LKR&from=2025-05-01'))[1] as {
      date: string
      rate: number
    }[]
  expect((await rupees()).map(({ date, rate }) => [date, rate])).toEqual([
    ['2025-05-15', 3.4996],
    ['2025-05-16', 3.495],
  ])
  run.clock.set('2025-07-14T06:30:00Z')
  respondWithRupees(['2025-07-14', 3.5])
  await importFrom(centralBank())
  expect((await rupees()).map(({ date }) => date)).toEqual(['2025-05-16', '2025-07-14'])
})
