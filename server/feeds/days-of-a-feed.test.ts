import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import type { lastSevenDays } from '../../contract/rates/rates.ts'
import {
  calendarDateOf,
  daysFromTo,
  isWeekend,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { cbslPage, indicativeRow, ttRow, type PageRows } from './cbsl-pages.fixture.ts'
import { cbslFeed } from './cbsl.ts'
import { currencyApiFeed } from './currency-api.ts'
import { startFeedServer } from './feed-server.fixture.ts'
import { clearFeeds, storedRates } from './imports.fixture.ts'
import type { RateFeed } from './rate-feed.ts'
import { runImport } from './run-import.ts'

/* Days of an installation, played through on a simulated clock with the product's own times. */

const publisher = await startFeedServer()
const run = await testAppOfFile({ now: '2026-09-25T13:00:00Z', env: { RATE_FEED: 'cbsl' } })
const HOUR_MS = 3_600_000

let network: 'up' | 'down' = 'up'
/** Hours after midnight at which a day's rates are published. */
let publishedAt: (day: CalendarDate) => number = () => 9.75

const offline = await closedAddress()
const cbsl = (): RateFeed => {
  const url = network === 'up' ? publisher.url : offline
  return cbslFeed({ userAgent: 'test', pagesUrl: url, frankfurterUrl: url, pauseMs: 0 })
}

/** An address at which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

const isPublished = (day: CalendarDate) =>
  run.clock.now().getTime() >= startInColombo(day) + publishedAt(day) * HOUR_MS
const rateOn = (day: CalendarDate) => 330 + (Number(day.slice(8)) % 5) / 10
const daysIn = (from: string, to: string) =>
  daysFromTo(calendarDateOf(from), calendarDateOf(to)).filter((day) => isPublished(day))

publisher.respondWith((request, response) => {
  const url = new URL(request.url ?? '', publisher.url)
  if (request.method === 'POST') {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const days = daysIn(form.get('txtStart') ?? '', form.get('txtEnd') ?? '')
      const page = url.pathname.includes('exratestt') ? 'tt' : 'indicative'
      const rowOf = page === 'tt' ? ttRow : indicativeRow
      const rows = Object.fromEntries(
        Object.entries({ USD: 1, AUD: 0.7, CAD: 0.71, GBP: 1.3 }).map(([currency, factor]) => [
          currency,
          days.filter((day) => !isWeekend(day)).map((day) => rowOf(day, rateOn(day) * factor)),
        ]),
      )
      response.end(cbslPage(page, rows as unknown as PageRows))
    })
  } else if (url.pathname === '/rates') {
    const base = url.searchParams.get('base')
    const days = daysIn(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '')
    const factor = { USD: 1, AUD: 0.7, CAD: 0.71, GBP: 1.3 }[base ?? ''] ?? 1
    const row = (date: CalendarDate) => {
      const rate = Number((rateOn(date) * factor).toFixed(4))
      return { date, base, quote: 'LKR', rate }
    }
    response.end(JSON.stringify(days.filter((day) => !isWeekend(day)).map(row)))
  } else {
    const date = calendarDateOf(url.pathname.slice(1, 11))
    const usd = { lkr: rateOn(date), aud: 1.43, cad: 1.41, gbp: 0.77 }
    if (isPublished(date)) response.end(JSON.stringify({ date, usd }))
    else response.writeHead(404).end()
  }
})

interface Run {
  readonly at: string
  readonly requests: number
  readonly failure: string | null
}

/** Runs the product's import at its own times until an instant; `isAwake` is a closed laptop's. */
async function runUntil(
  end: string,
  feed: () => RateFeed,
  isAwake: (now: Date) => boolean = () => true,
): Promise<Run[]> {
  const runs: Run[] = []
  const nextAt = async () => {
    const state = await run.db
      .selectFrom('rate_feed_state')
      .select('next_try_at')
      .executeTakeFirst()
    return state?.next_try_at.getTime() ?? 0
  }
  for (;;) {
    let at = Math.max(await nextAt(), run.clock.now().getTime())
    while (!isAwake(new Date(at))) at += 60_000
    if (at > Date.parse(end)) break
    run.clock.set(new Date(at).toISOString())
    const before = publisher.requested.length
    const { failure } = await runImport({ db: run.db, feed: feed(), clock: run.clock.now })
    const colombo = new Date(at + 5.5 * HOUR_MS).toISOString()
    runs.push({
      at: `${colombo.slice(5, 10)} ${colombo.slice(11, 16)}`,
      requests: publisher.requested.length - before,
      failure,
    })
    run.clock.turn(1)
  }
  run.clock.set(end)
  return runs
}

const newestDay = async (kind = 'indicative') =>
  (await storedRates(run)).findLast((each) => each.kind === kind && each.currency === 'USD')?.date

/** Why the days of the week up to a day have no rate. */
async function reasons(date: string) {
  const url = `/api/exchange-rate/USD/last-seven-days?date=${date}`
  const { body } = await run.get<typeof lastSevenDays>(url)
  return Object.fromEntries(body.data.missing.map((each) => [each.date, each.reason]))
}

beforeEach(async () => {
  network = 'up'
  publishedAt = () => 9.75
  publisher.requested.length = 0
  await clearFeeds(run)
})

test('an offline first start on a Friday evening has its rates ten minutes after its network on Saturday', async () => {
  run.clock.set('2026-09-25T16:30:00Z')
  network = 'down'
  const failed = await runUntil('2026-09-26T00:30:00Z', cbsl)
  expect(failed).toHaveLength(8 * 6 + 1)
  expect(new Set(failed.map(({ failure }) => failure))).toEqual(
    new Set([`${new URL(offline).host} cannot be reached: ECONNREFUSED`]),
  )
  await expect
    .poll(() => reasons('2026-09-25'))
    .toMatchObject({
      '2026-09-24': 'not received',
      '2026-09-25': 'not received',
    })
  network = 'up'
  const [first, ...others] = await runUntil('2026-09-26T12:00:00Z', cbsl)
  expect([first, others]).toEqual([{ at: '09-26 06:10', requests: 6, failure: null }, []])
  expect([await newestDay(), await newestDay('tt-selling')]).toEqual(['2026-09-25', '2026-09-25'])
  expect((await storedRates(run))[0]?.date).toBe('2025-08-25')
  await expect
    .poll(() => reasons('2026-09-26'))
    .toEqual({
      '2026-09-20': 'weekend',
      '2026-09-26': 'holiday: Binara Full Moon Poya Day',
    })
})

test('a laptop that is closed from nine to six has the day’s rates when it is opened', async () => {
  const isAwake = (now: Date) => {
    const hour = ((now.getTime() + 5.5 * HOUR_MS) / HOUR_MS) % 24
    return hour < 9 || hour >= 18
  }
  run.clock.set('2026-09-27T02:30:00Z')
  const runs = await runUntil('2026-09-30T18:00:00Z', cbsl, isAwake)
  expect(runs.map(({ at }) => at)).toEqual([
    '09-27 08:00',
    '09-28 18:00',
    '09-29 18:00',
    '09-30 18:00',
  ])
  expect(await newestDay()).toBe('2026-09-30')
})

test('a day that is never published costs 58 requests; the next morning is asked after all the same', async () => {
  run.clock.set('2026-09-27T06:00:00Z')
  await runUntil('2026-09-28T03:59:00Z', cbsl)
  publishedAt = (day) => (day === '2026-09-28' ? Infinity : 9.75)
  const monday = await runUntil('2026-09-28T18:29:00Z', cbsl)
  expect(monday.reduce((sum, { requests }) => sum + requests, 0)).toBe(58)
  await expect.poll(() => reasons('2026-09-28')).toMatchObject({ '2026-09-28': 'not published' })
  const tuesday = await runUntil('2026-09-29T18:29:00Z', cbsl)
  const night = tuesday.filter(({ at }) => at < '09-29 09:30' && at > '09-29')
  expect(night.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(20)
  expect(await newestDay()).toBe('2026-09-29')
  const all = tuesday.reduce((sum, { requests }) => sum + requests, 0)
  expect(all).toBeLessThanOrEqual(58)
})

test('a day whose publisher was only asked before the rates came is not called unpublished', async () => {
  run.clock.set('2026-09-27T06:00:00Z')
  await runUntil('2026-09-28T04:05:00Z', cbsl)
  await expect.poll(() => reasons('2026-09-28')).toMatchObject({ '2026-09-28': 'not published' })
  network = 'down'
  await runUntil('2026-09-29T06:00:00Z', cbsl)
  await expect
    .poll(() => reasons('2026-09-29'))
    .toMatchObject({
      '2026-09-28': 'not received',
      '2026-09-29': 'not received',
    })
})

test('currency-api gives each day once, weekends included', async () => {
  publishedAt = () => 5.6
  const feed = () => currencyApiFeed({ urls: [`${publisher.url}/{date}`], pauseMs: 0 })
  run.clock.set('2026-09-25T06:00:00Z')
  const [first, ...none] = await runUntil('2026-09-25T23:00:00Z', feed)
  expect([first?.requests, none]).toEqual([400, []])
  const weekend = await runUntil('2026-09-27T23:00:00Z', feed)
  expect(weekend.map(({ at, requests }) => `${at} ${requests}`)).toEqual([
    '09-26 05:30 1',
    '09-26 08:30 1',
    '09-27 05:30 1',
    '09-27 08:30 1',
  ])
  expect(await newestDay()).toBe('2026-09-27')
})
