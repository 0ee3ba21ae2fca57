import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setCurrencies } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { loadSample } from './sample/load-sample.ts'
import { frankfurterFeed } from './frankfurter.ts'
import { cbslRows, fromRecorded, startFeedServer, type FeedServer } from './feed-server.fixture.ts'
import {
  clearFeeds,
  currentDollar,
  feedStatus,
  importInto,
  storedRates,
} from './imports.fixture.ts'
import { PublisherRequests } from './publisher-requests.ts'

const NOW = '2025-10-13T06:30:00Z'
const feed = await startFeedServer()
const run = await testAppOfFile({ now: NOW, env: { RATE_FEED: 'cbsl', RATE_FEED_URL: feed.url } })
const importNow = () => importInto(run, frankfurterFeed(feed.url))
const imports = async () =>
  (await shownEntries(run.db)).filter(({ action }) => action === 'import exchange rates')
const current = () => currentDollar(run, '?date=2025-10-13')

beforeEach(async () => {
  run.clock.set(NOW)
  feed.respondWith()
  feed.requested.length = 0
  await clearFeeds(run)
})

describe('the first import', () => {
  test('requests each currency once, 400 days back', async () => {
    const { added, failure } = await importNow()
    expect(failure).toBeNull()
    expect(added).toBe(
      3 * 4 + cbslRows(new URLSearchParams('base=USD&from=2025-07-22&to=2025-10-13')).length,
    )
    expect(feed.requested).toHaveLength(4)
    expect(feed.requested[0]).toBe(
      '/rates?base=USD&quotes=LKR&providers=CBSL&from=2024-09-09&to=2025-10-13',
    )
    expect(await current()).toMatchObject({ date: '2025-10-13', source: 'cbsl' })
  })

  test('reads a list after a byte order mark', async () => {
    feed.respondWith((request, response) => {
      const { searchParams } = new URL(request.url ?? '', feed.url)
      response.end(`\uFEFF${JSON.stringify(cbslRows(searchParams))}`)
    })
    expect(await importNow()).toMatchObject({ failure: null, refused: [] })
    expect(await current()).toMatchObject({ date: '2025-10-13', source: 'cbsl' })
  })

  test('removes the sample with the same audit entry', async () => {
    expect(await loadSample(run.db, run.clock.now())).toBe(9 * 4)
    expect(await loadSample(run.db, run.clock.now())).toBe(0)
    await caughtUp(run)
    expect(await current()).toMatchObject({ date: '2025-09-23', source: 'sample', rate: 302.4027 })
    expect((await feedStatus(run)).sample).toBe(true)
    const before = (await imports()).length
    await importNow()
    expect(new Set((await storedRates(run)).map(({ source }) => source))).toEqual(new Set(['cbsl']))
    expect(await imports()).toHaveLength(before + 1)
    expect((await imports()).at(-1)?.description).toContain('the sample is removed')
    expect((await feedStatus(run)).sample).toBe(false)
  })
})

describe('a later import', () => {
  test('without news changes neither rates nor the audit trail', async () => {
    await importNow()
    const [rates, entries] = [await storedRates(run), (await imports()).length]
    run.clock.turn(60)
    const requested = { from: '2025-09-30', days: 14 }
    expect(await importNow()).toMatchObject({ added: 0, corrected: 0, requested })
    expect(await storedRates(run)).toEqual(rates)
    expect(await imports()).toHaveLength(entries)
  })

  test('corrects a changed value, with both values in the audit trail', async () => {
    await importNow()
    feed.respondWith((request, response) => {
      const rows = cbslRows(new URL(request.url ?? '', 'http://feed').searchParams)
      sendJson(
        response,
        rows.map((row) => (row.date === '2025-10-10' ? { ...row, rate: 302.9 } : row)),
      )
    })
    run.clock.set('2025-10-13T12:30:00Z')
    expect((await importNow()).corrected).toBe(1)
    const entry = (await imports()).at(-1)
    expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
      feed: 'cbsl',
      changes: [{ currency: 'USD', date: '2025-10-10', to: 302.9 }],
    })
    expect(entry?.user_email).toBeNull()
  })

  test('requests two weeks also if the feed does not have every currency', async () => {
    const dollars = { ...frankfurterFeed(feed.url), series: [seriesOf('USD')] }
    const importDollars = () => importInto(run, dollars)
    expect((await importDollars()).requested).toMatchObject({ from: '2024-09-09', days: 400 })
    expect((await importDollars()).requested).toMatchObject({ from: '2025-09-30', days: 14 })
  })

  test('requests 400 days again for a new currency', async () => {
    await importNow()
    onTestFinished(() => setCurrencies())
    setCurrencies(['USD', 'EUR'])
    expect((await importNow()).requested).toMatchObject({ days: 400 })
    expect((await importNow()).requested).toMatchObject({ days: 14 })
  })

  test('fills a gap of weeks', async () => {
    run.clock.set('2025-08-20T06:30:00Z')
    await importNow()
    run.clock.set(NOW)
    await importNow()
    const days = (await storedRates(run))
      .filter(({ currency }) => currency === 'USD')
      .map(({ date }) => date)
    expect(days).toContain('2025-09-01')
    expect(days.at(-1)).toBe('2025-10-13')
  })
})

describe('a feed that fails', () => {
  test.each<[string, Parameters<FeedServer['respondWith']>[0], string]>([
    ['answers 503', (_, response) => response.writeHead(503).end('{}'), 'status 503'],
    ['answers 422', (_, response) => response.writeHead(422).end('{}'), 'status 422'],
    [
      'stops halfway',
      (_, response) => response.end('[{"date":"2025-10-13","base":"USD"'),
      'not whole JSON',
    ],
    [
      'cuts the line',
      (_, response) => response.writeHead(200, { 'content-length': '999' }).destroy(),
      'cannot be reached',
    ],
    ['answers with a page', (_, response) => response.end('<html>'), 'not whole JSON'],
    ['answers with an object', (_, response) => response.end('{"rates":[]}'), 'list of rates'],
    [
      'redirects',
      (request, response) => response.writeHead(302, { location: request.url }).end(),
      'cannot be reached',
    ],
    [
      'sends more than 4 MiB',
      (_, response) => response.end(`[${' '.repeat(5_000_000)}]`),
      'more than 4 MiB',
    ],
  ])('and %s changes nothing and is reported', async (_, handler, reason) => {
    feed.respondWith(handler)
    const { failure, added, nextTryAt } = await importNow()
    expect(failure).toContain(reason)
    expect(added).toBe(0)
    expect(await storedRates(run)).toEqual([])
    expect(nextTryAt.getTime() - run.clock.now().getTime()).toBe(600_000)
  })

  test('for one currency of four changes nothing, because half an import would look whole', async () => {
    feed.respondWith((request, response) => {
      if (request.url?.includes('GBP')) response.writeHead(503).end()
      else fromRecorded(request, response)
    })
    expect((await importNow()).failure).toContain('503')
    expect(await storedRates(run)).toEqual([])
  })

  test('by dripping is given up after the time for a whole answer', async () => {
    feed.respondWith((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const { signal } = new AbortController()
    const requests = new PublisherRequests({
      db: run.db,
      clock: run.clock.now,
      signal,
      timeoutMs: 200,
    })
    await expect(requests.readJson(null, feed.url)).rejects.toThrow('did not answer within 0.2 s')
  })

  test('without any answer is reported until the next answer', async () => {
    feed.respondWith((request) => request.destroy())
    await importNow()
    await expect.poll(() => feedStatus(run)).toMatchObject({ failing: true, last_success_at: null })
    feed.respondWith()
    await importNow()
    await expect
      .poll(() => feedStatus(run))
      .toMatchObject({
        failing: false,
        newest_date: '2025-10-13',
        last_success_at: '2025-10-13T06:30:00.000Z',
      })
    feed.respondWith((request) => request.destroy())
    await importNow()
    await expect
      .poll(() => feedStatus(run))
      .toMatchObject({ failing: true, last_success_at: '2025-10-13T06:30:00.000Z' })
    feed.respondWith()
    const { requested } = await importNow()
    expect(requested?.days, 'the currencies are still known').toBe(14)
  })

  test('in single values loses only these', async () => {
    feed.respondWith((request, response) => {
      const query = new URL(request.url ?? '', 'http://feed').searchParams
      const wrong = [
        { date: '2031-01-01', base: query.get('base'), quote: 'LKR', rate: 300 },
        ...(query.get('base') === 'USD'
          ? [{ date: '2025-10-12', base: 'USD', quote: 'LKR', rate: 0.0033 }]
          : []),
        { date: '2025-10-11', base: 'LKR', quote: 'LKR', rate: 1 },
      ]
      sendJson(response, [...cbslRows(query), ...wrong])
    })
    const { refused, failure } = await importNow()
    expect(failure).toBeNull()
    expect(refused.join()).toMatch(/too far from the days around it.*not requested/s)
    expect(
      (await storedRates(run)).filter(({ date }) => date > '2025-10-10').map(({ date }) => date),
    ).toEqual(['2025-10-13'])
  })
})

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
