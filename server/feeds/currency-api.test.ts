import { beforeEach, expect, test } from 'vitest'
import { calendarDateOf, daysFromTo } from '../../domain/calendar-date.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { configuredFeed } from './run-import.ts'
import { currencyApiFeed } from './currency-api.ts'
import { recorded, startFeedServer } from './feed-server.fixture.ts'
import { PublisherRequests } from './publisher-requests.ts'
import type { FeedPiece, RateFeed } from './rate-feed.ts'

const first = await startFeedServer()
const second = await startFeedServer()
const run = await testAppOfFile({ now: '2026-09-29T06:30:00Z' })

const today = calendarDateOf('2026-09-29')
const { signal } = new AbortController()
const query = {
  days: daysFromTo(calendarDateOf('2026-09-27'), today),
  known: () => undefined,
  thorough: false,
  requests: new PublisherRequests({ db: run.db, clock: run.clock.now, signal }),
}
const bothAddresses = () =>
  currencyApiFeed({ urls: [`${first.url}/{date}`, `${second.url}/{date}`], pauseMs: 0 })

async function all(feed: RateFeed, pieces: FeedPiece[] = []): Promise<FeedPiece[]> {
  for await (const piece of feed.fetchDays(query)) pieces.push(piece)
  return pieces
}
beforeEach(() => {
  for (const server of [first, second]) {
    server.respondWith()
    server.requested.length = 0
  }
})

test('gives the newest day first, and no rates for a day that nobody has', async () => {
  const pieces = await all(bothAddresses())
  expect(pieces[0]?.rates.map(({ currency, date, rate }) => [currency, date, rate])).toEqual([
    ['USD', '2026-09-29', 3_309_054],
    ['AUD', '2026-09-29', 2_322_555],
    ['CAD', '2026-09-29', 2_332_228],
    ['GBP', '2026-09-29', 4_380_599],
  ])
  expect([...new Set(pieces.flatMap(({ rates }) => rates).map(({ date }) => date))]).toEqual([
    '2026-09-29',
    '2026-09-28',
  ])
  expect(pieces.flatMap(({ answered }) => answered?.days)).toEqual(query.days.toReversed())
})

test('is asked at its second address if the first fails', async () => {
  first.respondWith((_, response) => response.writeHead(503).end())
  expect((await all(bothAddresses())).flatMap(({ rates }) => rates)).toHaveLength(8)
  second.respondWith((_, response) => response.writeHead(500).end())
  await expect(all(bothAddresses())).rejects.toThrow('status 503')
})

test('keeps the days before a failure', async () => {
  first.respondWith((request, response) => {
    if (request.url?.includes('2026-09-29'))
      response.end(recorded('currency-api-2026-09-29-usd.json'))
    else response.writeHead(503).end()
  })
  const pieces: FeedPiece[] = []
  const feed = currencyApiFeed({ urls: [`${first.url}/{date}`], pauseMs: 0 })
  await expect(all(feed, pieces)).rejects.toThrow('status 503')
  expect(pieces.flatMap(({ rates }) => rates)).toHaveLength(4)
})

test('is not asked for a day that has all of its rates', async () => {
  const rate = 3_000_000 as never
  const known = (_: unknown, date: string) => (date === '2026-09-28' ? undefined : rate)
  for await (const piece of bothAddresses().fetchDays({ ...query, known }))
    expect(piece.rates).toHaveLength(4)
  expect(first.requested).toEqual(['/2026-09-28/usd.json'])
})

test('has one address if one is configured, with {date} in it or with a folder for each day', async () => {
  for (const rateFeedUrl of [`${first.url}/{date}`, `${first.url}/mirror`]) {
    first.requested.length = 0
    const feed = configuredFeed({
      rateFeed: 'currency-api',
      rateFeedUrl,
      rateFeedUserAgent: 'test',
    })
    await feed
      ?.fetchDays({ ...query, days: [today] })
      [Symbol.asyncIterator]()
      .next()
    expect(first.requested).toHaveLength(1)
  }
  expect(first.requested[0]).toBe('/mirror/2026-09-29/v1/currencies/usd.json')
  expect(second.requested).toEqual([])
})
