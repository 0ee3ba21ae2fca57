import { clearRates } from '../testing/store-rates.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import type { currentRate, feedState } from '../../contract/rates/rates.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
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
import { runImport } from './run-import.ts'

const NOON = '2025-05-19T06:30:00Z'
const importNow = async (pauseMs = 0) => {
  requests.length = 0
  server.requested.length = 0
  const feed = cbslFeed({
    userAgent: 'Bank of Kandy (+https://rates.example.lk)',
    pagesUrl: server.url,
    frankfurterUrl: server.url,
    pauseMs,
  })
  const result = await runImport({
    db: run.db,
    feed,
    clock: run.clock.now,
  })
  await caughtUp(run)
  return result
}
const byFrankfurter = () => server.requested.filter((url) => url.startsWith('/rates'))
const stored = () =>
  run.db
    .selectFrom('live_fact')
    .select(['publisher as source', 'currency', 'kind', 'date', 'rate', 'version'])
    .where('source', '!=', 'manual')
    .where('ended', 'is', null)
    .orderBy('date')
    .execute()
const feedStatus = async () =>
  (await sendRequest<typeof feedState>(run, { url: '/api/exchange-rate/feed' })).body.data
const current = async () =>
  (await sendRequest<typeof currentRate>(run, { url: '/api/exchange-rate/current/USD' })).body.data
const respondAsRecorded = () => server.respondWith(cbslAndFrankfurter(requests))

const server = await startFeedServer()
const requests: PageRequest[] = []
const run = await testAppOfFile({ now: NOON, env: { RATE_FEED: 'cbsl' } })
beforeEach(async () => {
  run.clock.set(NOON)
  respondAsRecorded()
  await clearRates(run.db, run.clock.now())
  for (const table of ['rate_feed_state', 'feed_answer', 'feed_request'] as const)
    await run.owner.deleteFrom(table).execute()
})

describe('an empty installation', () => {
  test('takes 400 days by Frankfurter, and the newest and the TT rates from the Central Bank’s forms', async () => {
    const { failure, refused, requested, nextTryAt } = await importNow()
    expect({ failure, refused }).toEqual({ failure: null, refused: [] })
    expect(requested).toMatchObject({ from: '2024-04-15', days: 400 })
    expect(byFrankfurter()).toHaveLength(4)
    expect(requests.map(({ page }) => page)).toEqual(['indicative', 'tt'])
    const [{ form, userAgent } = { form: undefined, userAgent: '' }, tt] = requests
    expect(userAgent).toBe('Bank of Kandy (+https://rates.example.lk)')
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      lookupPage: 'lookup_daily_exchange_rates.php',
      startRange: '2006-11-11',
      rangeType: 'dates',
      txtStart: '2025-03-21',
      txtEnd: '2025-05-19',
      submit_button: 'Submit',
    })
    expect(form?.getAll('chk_cur[]')).toContain('GBP~Sterling Pound')
    expect(tt?.form.getAll('chk_cur[]')).toContain('GBP~British Pound')
    const rates = (await stored()).filter(
      ({ currency, date }) => currency === 'USD' && date === '2025-05-19',
    )
    expect(rates.map(({ kind, rate }) => [kind, rate]).sort()).toEqual([
      ['indicative', '298.8165'],
      ['tt-buying', '294.6331'],
      ['tt-selling', '302.9999'],
    ])
    // The evening of a business day, 18:00 in Colombo.
    expect(nextTryAt).toEqual(new Date('2025-05-19T12:30:00Z'))
    expect(await feedStatus()).not.toHaveProperty('via')
  })

  test('waits between two requests to the Central Bank, also after the run before', async () => {
    await importNow()
    await importNow(120)
    const [first, second] = requests.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(118)
  })

  test('has at least the newest days if Frankfurter alone fails, and the older ones once it answers', async () => {
    server.respondWith((request, response) => {
      if (request.method === 'POST') cbslAndFrankfurter(requests)(request, response)
      else response.writeHead(503).end()
    })
    expect(await importNow()).toMatchObject({
      failure: null,
      refused: [expect.stringMatching(/older days are missing$/)],
    })
    expect(await stored()).toHaveLength(36)
    respondAsRecorded()
    expect((await importNow()).requested).toMatchObject({ from: '2024-04-15', days: 400 })
    expect(byFrankfurter()).toHaveLength(4)
    expect(await importNow()).toMatchObject({ failure: null, refused: [] })
    expect(byFrankfurter()).toEqual([])
  })
})

test('in the evening another value of the last two weeks is a correction by the publisher', async () => {
  await importNow()
  run.clock.set('2025-05-19T12:30:00Z')
  server.respondWith(
    cbslAndFrankfurter(requests, (page, { USD, ...others }) => {
      const corrected = USD.map(([day, ...values]) =>
        day === '2025-05-16' ? indicativeRow(day, 298.6101) : ([day, ...values] as const),
      )
      return cbslPage(page, { ...others, USD: page === 'tt' ? USD : corrected })
    }),
  )
  const { corrected, added, requested, nextTryAt } = await importNow()
  expect(byFrankfurter()).toEqual([])
  expect(requested).toMatchObject({ from: '2025-05-06' })
  expect({ added, corrected }).toEqual({ added: 0, corrected: 1 })
  expect(nextTryAt).toEqual(new Date('2025-05-20T04:00:00Z'))

  const cited = await sendRequest<typeof citedRate>(run, {
    url: '/api/exchange-rate/USD/on/2025-05-16',
  })
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
    server.respondWith(
      cbslAndFrankfurter(requests, (page, rows) => {
        const withDay = Object.entries(rows).map(([currency, own = []]) => {
          const isThere = pages[page]?.some((each) => each === currency)
          return [currency, isThere ? [...own, [DAY, ...own.at(-1)!.slice(1)]] : own]
        })
        return (only ?? page) === page
          ? cbslPage(page, Object.fromEntries(withDay) as PageRows)
          : ''
      }),
    )
  /** The pages that are asked at a time in UTC, and when the next try is. */
  const tryAt = async (time: string) => {
    run.clock.set(`${DAY}T${time}:00Z`)
    const next = (await importNow()).nextTryAt.toISOString().slice(11, 16)
    return [...requests.map(({ page }) => page), next].join(' ')
  }

  test('the pages without it are asked every ten minutes until each has it of every currency, then in the evening', async () => {
    await importNow()
    expect(await tryAt('04:00')).toBe('indicative tt 04:10')
    publish({ indicative: ['USD', 'AUD', 'CAD'] })
    expect(await tryAt('04:10')).toBe('indicative tt 04:20')
    publish({ indicative: currencies() })
    expect(await tryAt('04:20')).toBe('indicative tt 04:30')
    expect(await current()).toMatchObject({ date: DAY })
    expect(await tryAt('04:30')).toBe('indicative tt 04:40')
    publish({ indicative: currencies(), tt: currencies() })
    expect(await tryAt('04:40')).toBe('indicative tt 12:30')
    expect(await stored()).toHaveLength(48)
    expect(await tryAt('12:30')).toBe('indicative tt 04:00')
  })

  test('the TT rates come although the other page cannot be read', async () => {
    await importNow()
    publish({ tt: currencies() }, 'tt')
    expect(await tryAt('04:00')).toBe('indicative tt 04:10')
    expect(await stored()).toHaveLength(44)
  })
})

describe('where the Central Bank’s pages fail', () => {
  const failing = (response: Parameters<typeof cbslAndFrankfurter>[1]) =>
    server.respondWith(cbslAndFrankfurter(requests, response))
  const unavailable: Parameters<typeof cbslAndFrankfurter>[1] = (_, __, response) => {
    response.writeHead(503).end()
    return undefined
  }

  test('Frankfurter stands in for the indicative rates, which is said, until they answer', async () => {
    await importNow()
    run.clock.set('2025-05-20T04:00:00Z')
    failing(unavailable)
    const { failure, refused } = await importNow()
    expect([failure, refused.at(-1)]).toEqual([
      null,
      expect.stringMatching(/come from Frankfurter$/),
    ])
    // It has nothing new of the dollar either, so that it is not asked for the others.
    expect(byFrankfurter()).toHaveLength(1)
    const facts = { publisher_error: 'unreachable', via: 'frankfurter', newest_date: '2025-05-19' }
    await expect.poll(feedStatus).toMatchObject({ failing: false, ...facts })
    respondAsRecorded()
    expect(await importNow()).toMatchObject({ failure: null, refused: [] })
    await expect.poll(feedStatus).not.toHaveProperty('via')
  })

  test.each<[string, Parameters<typeof cbslAndFrankfurter>[1], string]>([
    [
      'redirect',
      (_, __, response) => void response.writeHead(302, { location: '/' }).end(),
      'cannot be reached',
    ],
    ['are longer than 1 MiB', () => ' '.repeat(1_100_000), 'more than 1 MiB'],
    ['are empty', () => '', 'layout is unknown'],
    ['are nested beyond all measure', () => '<div>'.repeat(200_000), 'layout is unknown'],
    [
      'are laid out otherwise',
      (page, rows) => cbslPage(page, rows).replaceAll('<th>Date', '<th>Day'),
      'layout is unknown',
    ],
  ])(
    'because they %s, nothing is taken from them and it is reported',
    async (_, response, reason) => {
      await importNow()
      const rates = await stored()
      failing(response)
      expect((await importNow()).refused.join()).toContain(reason)
      expect(await stored()).toEqual(rates)
      await expect.poll(feedStatus).toMatchObject({
        failing: false,
        publisher_error: reason.includes('layout') ? 'unknown layout' : 'unreachable',
      })
    },
  )

  test('for TT rates alone, the indicative ones are taken and the feed says what is missing', async () => {
    failing((page, rows) => (page === 'tt' ? '<h1>Moved</h1>' : cbslPage(page, rows)))
    const { failure, refused } = await importNow()
    expect(failure).toBeNull()
    expect(refused.join()).toContain('TT rates are missing')
    expect(await current()).toMatchObject({ date: '2025-05-19', rate: 298.8165 })
    await expect
      .poll(feedStatus)
      .toMatchObject({ failing: false, publisher_error: 'unknown layout' })
    expect(await feedStatus()).not.toHaveProperty('via')
    // They come with the next run that can read them, 60 days back.
    respondAsRecorded()
    await importNow()
    expect(requests[1]?.form.get('txtStart')).toBe('2025-03-21')
    expect(await stored()).toHaveLength(36)
  })
})
