import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { FeedSchedule } from './feed-schedule.ts'
import { startFeedServer } from './feed-server.fixture.ts'
import { frankfurterFeed } from './frankfurter.ts'

const warnings: string[] = []
const log = {
  info: () => undefined,
  warn: (_: unknown, sentence?: string) => warnings.push(sentence ?? ''),
}

const feed = await startFeedServer()
const run = await testAppOfFile({ now: '2025-10-13T06:30:00Z', env: { RATE_FEED: 'cbsl' } })

const schedule = () =>
  new FeedSchedule({
    db: run.db,
    feed: frankfurterFeed(feed.url),
    clock: run.clock.now,
    log: log as never,
  })
const state = () => run.db.selectFrom('rate_feed_state').selectAll().executeTakeFirst()

const RATES: Record<string, number> = { USD: 302.7, AUD: 197.2, CAD: 215.9, GBP: 404.1 }

/** Answers for every currency with a rate of one day. */
const respondWithDay = (date: string) =>
  feed.respondWith(({ url = '' }, response) => {
    const base = new URL(url, feed.url).searchParams.get('base')
    response.end(JSON.stringify([{ date, base, quote: 'LKR', rate: RATES[base ?? ''] }]))
  })

/** Starts a server and waits until it has made a run. */
async function startAndRun(): Promise<void> {
  feed.requested.length = 0
  const server = schedule()
  server.start()
  await expect.poll(state).toMatchObject({ last_try_at: run.clock.now() })
  await server.close()
}

test('three servers that start at once import once', async () => {
  respondWithDay('2025-10-13')
  const servers = [schedule(), schedule(), schedule()]
  for (const server of servers) server.start()
  await expect.poll(state).toMatchObject({ failure: null })
  await Promise.all(servers.map((server) => server.close()))
  expect(feed.requested).toHaveLength(4)
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-13T12:30:00Z'))
})

test('a server that starts asks at once, but not within ten minutes of the last run', async () => {
  feed.requested.length = 0
  run.clock.set('2025-10-13T06:39:59Z')
  const early = schedule()
  early.start()
  await early.close()
  expect(feed.requested).toEqual([])
  run.clock.set('2025-10-13T06:40:01Z')
  await startAndRun()
  expect(feed.requested).toHaveLength(1)
})

test('a failure is reported once per cause, and tried again by the timetable', async () => {
  run.clock.set('2025-10-14T04:00:00Z')
  feed.respondWith((_, response) => response.writeHead(503).end())
  await startAndRun()
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-14T04:10:00Z'))
  run.clock.set('2025-10-14T04:10:00Z')
  await startAndRun()
  expect(warnings.filter((sentence) => sentence.includes('503'))).toHaveLength(2)
  const server = schedule()
  run.clock.set('2025-10-14T04:20:00Z')
  server.start()
  await expect.poll(state).toMatchObject({ last_try_at: run.clock.now() })
  run.clock.set('2025-10-14T04:30:00Z')
  server.wake()
  await expect.poll(state).toMatchObject({ last_try_at: run.clock.now() })
  await server.close()
  expect(warnings.filter((sentence) => sentence.includes('503'))).toHaveLength(3)
})

test('a server that stops in the middle of an import leaves it to the next at once', async () => {
  run.clock.set('2025-10-15T04:00:00Z')
  feed.requested.length = 0
  feed.respondWith(() => undefined)
  const stopping = schedule()
  stopping.start()
  await expect.poll(() => feed.requested.length).toBe(1)
  await stopping.close()
  respondWithDay('2025-10-15')
  await startAndRun()
  expect(await state()).toMatchObject({ failure: null })
})

test('a bank holiday that was removed since the last run is a business day again', async () => {
  const enterHoliday = (name: string | null) =>
    storeHoliday(run.db, calendarDateOf('2025-10-17'), name, run.clock.now())
  respondWithDay('2025-10-16')
  run.clock.set('2025-10-16T12:30:00Z')
  await enterHoliday('Special bank holiday')
  await startAndRun()
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-20T04:00:00Z'))
  await enterHoliday(null)
  const server = schedule()
  server.start()
  run.clock.set('2025-10-17T04:00:00Z')
  server.wake()
  await expect.poll(state).toMatchObject({ last_try_at: run.clock.now() })
  await server.close()
})

test('for a new day one currency is asked for until it has come, then the others once', async () => {
  run.clock.set('2025-10-22T04:00:00Z')
  respondWithDay('2025-10-22')
  await startAndRun()
  for (const [now, day, requests] of [
    ['2025-10-23T04:00:00Z', '2025-10-22', 1],
    ['2025-10-23T04:10:00Z', '2025-10-22', 1],
    ['2025-10-23T04:20:00Z', '2025-10-23', 4],
  ] as const) {
    run.clock.set(now)
    respondWithDay(day)
    await startAndRun()
    expect(feed.requested).toHaveLength(requests)
  }
})
