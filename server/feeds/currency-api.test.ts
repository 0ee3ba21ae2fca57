import { expect, test } from 'vitest'
import { calendarDateOf, daysFromTo } from '../../domain/calendar-date.ts'
import { configuredFeed } from './configured-feed.ts'
import { currencyApiFeed } from './currency-api.ts'
import { recorded, startFeedServer } from './feed-server.fixture.ts'
import type { FeedResponse, RateFeed } from './rate-feed.ts'

const first = await startFeedServer()
const second = await startFeedServer()

const today = calendarDateOf('2026-09-29')
const question = {
  days: daysFromTo(calendarDateOf('2026-09-27'), today),
  today,
  signal: new AbortController().signal,
}
const bothAddresses = () =>
  currencyApiFeed({ urls: [`${first.url}/{date}`, `${second.url}/{date}`], pauseMs: 0 })

async function all(feed: RateFeed): Promise<FeedResponse[]> {
  const responses: FeedResponse[] = []
  for await (const response of feed.fetchDays(question)) responses.push(response)
  return responses
}

test('currency-api gives the newest day first and leaves out a day that nobody has', async () => {
  const responses = await all(bothAddresses())
  expect(responses[0]?.rates.map(({ currency, date, rate }) => [currency, date, rate])).toEqual([
    ['USD', '2026-09-29', 3_309_054],
    ['AUD', '2026-09-29', 2_322_555],
    ['CAD', '2026-09-29', 2_332_228],
    ['GBP', '2026-09-29', 4_380_599],
  ])
  expect(new Set(responses.flatMap(({ rates }) => rates).map(({ date }) => date))).toEqual(
    new Set(['2026-09-29', '2026-09-28']),
  )
})

test('currency-api is asked at its second address where the first fails', async () => {
  first.respondWith((_, response) => response.writeHead(503).end())
  expect((await all(bothAddresses())).flatMap(({ rates }) => rates)).toHaveLength(8)
  second.respondWith((_, response) => response.writeHead(500).end())
  await expect(all(bothAddresses())).rejects.toThrow('status 503')
  first.respondWith()
  second.respondWith()
})

test('a failure halfway keeps the days before it', async () => {
  const feed = currencyApiFeed({ urls: [`${first.url}/{date}`], pauseMs: 0 })
  first.respondWith((request, response) => {
    if (request.url?.includes('2026-09-29'))
      response.end(recorded('currency-api-2026-09-29-usd.json'))
    else response.writeHead(503).end()
  })
  const responses: FeedResponse[] = []
  await expect(async () => {
    for await (const response of feed.fetchDays(question)) responses.push(response)
  }).rejects.toThrow('status 503')
  expect(responses.flatMap(({ rates }) => rates)).toHaveLength(4)
  first.respondWith()
})

test('an address of one’s own is the only one, with {date} in it or with a folder for each day', async () => {
  for (const rateFeedUrl of [`${first.url}/{date}`, `${first.url}/mirror`]) {
    first.requested.length = 0
    second.requested.length = 0
    const feed = configuredFeed({
      rateFeed: 'currency-api',
      rateFeedUrl,
      rateFeedUserAgent: 'test',
    })
    await feed
      ?.fetchDays({ ...question, days: [today] })
      [Symbol.asyncIterator]()
      .next()
    expect(first.requested).toHaveLength(1)
  }
  expect(first.requested[0]).toBe('/mirror/2026-09-29/v1/currencies/usd.json')
  expect(second.requested).toEqual([])
})
