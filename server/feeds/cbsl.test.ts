import { beforeEach, describe, expect, test } from 'vitest'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  cbslAndFrankfurter,
  cbslPage,
  indicativeRow,
  type PageRequest,
  type PageRows,
} from './cbsl-pages.fixture.ts'
import { cbslFeed } from './cbsl.ts'
import type { CbslPage } from './cbsl-page.ts'
import { startFeedServer } from './feed-server.fixture.ts'
import {
  clearFeeds,
  currentDollar,
  feedStatus,
  importInto,
  storedRates,
} from './imports.fixture.ts'

const NOON = '2025-05-19T06:30:00Z'
const userAgent = 'Bank of Kandy (+https://rates.example.lk)'
const server = await startFeedServer()
const requests: PageRequest[] = []
const run = await testAppOfFile({ now: NOON, env: { RATE_FEED: 'cbsl' } })

const importNow = (pauseMs = 0) => {
  requests.length = 0
  server.requested.length = 0
  const { url } = server
  return importInto(run, cbslFeed({ userAgent, pagesUrl: url, frankfurterUrl: url, pauseMs }))
}
const byFrankfurter = () => server.requested.filter((url) => url.startsWith('/rates'))
const respond = (pageOf?: Parameters<typeof cbslAndFrankfurter>[1]) =>
  server.respondWith(cbslAndFrankfurter(requests, pageOf))

beforeEach(async () => {
  run.clock.set(NOON)
  respond()
  await clearFeeds(run)
})

describe('an empty installation', () => {
  test('gets 400 days from Frankfurter, the newest and the TT rates from the Central Bank', async () => {
    const { failure, refused, requested, nextTryAt } = await importNow()
    expect({ failure, refused }).toEqual({ failure: null, refused: [] })
    expect(requested).toMatchObject({ from: '2024-04-15', days: 400 })
    expect(byFrankfurter()).toHaveLength(4)
    expect(requests.map(({ page }) => page)).toEqual(['indicative', 'tt'])
    const [{ form }, tt] = requests as [PageRequest, PageRequest]
    expect(new Set(requests.map((each) => each.userAgent))).toEqual(new Set([userAgent]))
    expect(Object.fromEntries(form)).toMatchObject({
      lookupPage: 'lookup_daily_exchange_rates.php',
      startRange: '2006-11-11',
      rangeType: 'dates',
      txtStart: '2025-03-21',
      txtEnd: '2025-05-19',
      submit_button: 'Submit',
    })
    expect(form.getAll('chk_cur[]')).toContain('GBP~Sterling Pound')
    expect(tt.form.getAll('chk_cur[]')).toContain('GBP~British Pound')
    const rates = (await storedRates(run)).filter(
      ({ currency, date }) => currency === 'USD' && date === '2025-05-19',
    )
    expect(rates.map(({ kind, rate }) => [kind, rate]).sort()).toEqual([
      ['indicative', '298.8165'],
      ['tt-buying', '294.6331'],
      ['tt-selling', '302.9999'],
    ])
    // The evening of a business day, 18:00 in Colombo.
    expect(nextTryAt).toEqual(new Date('2025-05-19T12:30:00Z'))
    expect(await feedStatus(run)).not.toHaveProperty('via')
  })

  test('pauses between two requests to the Central Bank', async () => {
    await importNow()
    await importNow(120)
    const [first, second] = requests.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(118)
  })

  test('gets the newest days if Frankfurter alone fails, and the older ones once it answers', async () => {
    server.respondWith((request, response) => {
      if (request.method === 'POST') cbslAndFrankfurter(requests)(request, response)
      else response.writeHead(503).end()
    })
    expect(await importNow()).toMatchObject({
      failure: null,
      refused: [expect.stringMatching(/older days are missing$/)],
    })
    expect(await storedRates(run)).toHaveLength(36)
    respond()
    expect((await importNow()).requested).toMatchObject({ from: '2024-04-15', days: 400 })
    expect(byFrankfurter()).toHaveLength(4)
    expect(await importNow()).toMatchObject({ failure: null, refused: [] })
    expect(byFrankfurter()).toEqual([])
  })
})

test('a changed value of the last two weeks is a correction by the publisher', async () => {
  await importNow()
  run.clock.set('2025-05-19T12:30:00Z')
  respond((page, { USD, ...others }) => {
    const corrected = USD.map((row) =>
      row[0] === '2025-05-16' ? indicativeRow(row[0], 298.6101) : row,
    )
    return cbslPage(page, { ...others, USD: page === 'tt' ? USD : corrected })
  })
  const { corrected, added, requested, nextTryAt } = await importNow()
  expect(byFrankfurter()).toEqual([])
  expect(requested).toMatchObject({ from: '2025-05-06' })
  expect({ added, corrected }).toEqual({ added: 0, corrected: 1 })
  expect(nextTryAt).toEqual(new Date('2025-05-20T04:00:00Z'))

  const cited = await run.get<typeof citedRate>('/api/exchange-rate/USD/on/2025-05-16')
  const changes = cited.body.data.revisions.slice(-2)
  expect(changes).toMatchObject([{ rate: 298.5101 }, { rate: 298.6101, corrected: true }])
  expect(changes[0]).not.toHaveProperty('corrected')
  const entry = (await shownEntries(run.db)).at(-1)
  expect(entry?.description).toBe(
    'Imported from Central Bank of Sri Lanka: 0 new, 1 corrected by the publisher',
  )
})

describe('while a day’s rates have not come', () => {
  const DAY = '2025-05-20'
  /** Lets pages have the day from now on, of some currencies; another than `only` is empty. */
  const publish = (pages: Partial<Record<CbslPage, readonly Currency[]>>, only?: CbslPage) =>
    respond((page, rows) => {
      const withDay = Object.entries(rows).map(([currency, own = []]) => {
        const isThere = pages[page]?.some((each) => each === currency)
        return [currency, isThere ? [...own, [DAY, ...own.at(-1)!.slice(1)]] : own]
      })
      return (only ?? page) === page ? cbslPage(page, Object.fromEntries(withDay) as PageRows) : ''
    })
  /** The pages that are asked at a time in UTC, and when the next try is. */
  const tryAt = async (time: string) => {
    run.clock.set(`${DAY}T${time}:00Z`)
    const next = (await importNow()).nextTryAt.toISOString().slice(11, 16)
    return [...requests.map(({ page }) => page), next].join(' ')
  }

  test('the pages are requested every ten minutes until both have every currency, then in the evening', async () => {
    await importNow()
    expect(await tryAt('04:00')).toBe('indicative tt 04:10')
    publish({ indicative: ['USD', 'AUD', 'CAD'] })
    expect(await tryAt('04:10')).toBe('indicative tt 04:20')
    publish({ indicative: currencies() })
    expect(await tryAt('04:20')).toBe('indicative tt 04:30')
    expect(await currentDollar(run)).toMatchObject({ date: DAY })
    expect(await tryAt('04:30')).toBe('indicative tt 04:40')
    publish({ indicative: currencies(), tt: currencies() })
    expect(await tryAt('04:40')).toBe('indicative tt 12:30')
    expect(await storedRates(run)).toHaveLength(48)
    expect(await tryAt('12:30')).toBe('indicative tt 04:00')
  })

  test('the TT rates come although the other page cannot be read', async () => {
    await importNow()
    publish({ tt: currencies() }, 'tt')
    expect(await tryAt('04:00')).toBe('indicative tt 04:10')
    expect(await storedRates(run)).toHaveLength(44)
  })
})

describe('where the Central Bank’s pages fail', () => {
  test('Frankfurter stands in for the indicative rates, and the status says so, until they answer', async () => {
    await importNow()
    run.clock.set('2025-05-20T04:00:00Z')
    respond((_, __, response) => void response.writeHead(503).end())
    const { failure, refused } = await importNow()
    expect([failure, refused.at(-1)]).toEqual([
      null,
      expect.stringMatching(/come from Frankfurter$/),
    ])
    // It has nothing new of the dollar either, so that it is not asked for the others.
    expect(byFrankfurter()).toHaveLength(1)
    const facts = { publisher_error: 'unreachable', via: 'frankfurter', newest_date: '2025-05-19' }
    await expect.poll(() => feedStatus(run)).toMatchObject({ failing: false, ...facts })
    respond()
    expect(await importNow()).toMatchObject({ failure: null, refused: [] })
    await expect.poll(() => feedStatus(run)).not.toHaveProperty('via')
  })

  test.each<[string, Parameters<typeof cbslAndFrankfurter>[1], string]>([
    [
      'redirect',
      (_, __, response) => void response.writeHead(302, { location: '/' }).end(),
      'cannot be reached',
    ],
    ['are longer than 1 MiB', () => ' '.repeat(1_100_000), 'more than 1 MiB'],
    ['are nested beyond all measure', () => '<div>'.repeat(200_000), 'layout is unknown'],
  ])('because they %s, nothing is stored and the status says so', async (_, response, reason) => {
    await importNow()
    const rates = await storedRates(run)
    respond(response)
    expect((await importNow()).refused.join()).toContain(reason)
    expect(await storedRates(run)).toEqual(rates)
    await expect
      .poll(() => feedStatus(run))
      .toMatchObject({
        failing: false,
        publisher_error: reason.includes('layout') ? 'unknown layout' : 'unreachable',
      })
  })

  test('for TT rates alone, the indicative ones are stored and the status says so', async () => {
    respond((page, rows) => (page === 'tt' ? '<h1>Moved</h1>' : cbslPage(page, rows)))
    const { failure, refused } = await importNow()
    expect(failure).toBeNull()
    expect(refused.join()).toContain('TT rates are missing')
    expect(await currentDollar(run)).toMatchObject({ date: '2025-05-19', rate: 298.8165 })
    await expect
      .poll(() => feedStatus(run))
      .toMatchObject({ failing: false, publisher_error: 'unknown layout' })
    expect(await feedStatus(run)).not.toHaveProperty('via')
    // They come with the next run that can read them, 60 days back.
    respond()
    await importNow()
    expect(requests[1]?.form.get('txtStart')).toBe('2025-03-21')
    expect(await storedRates(run)).toHaveLength(36)
  })
})
