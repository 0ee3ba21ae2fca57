import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { frankfurterFeed } from './frankfurter.ts'
import { FeedSchedule } from './feed-schedule.ts'
import { startFeedServer } from './feed-server.fixture.ts'

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

/** Answers for every currency with a rate of one day. */
const respondWithDay = (date: string) =>
  feed.respondWith(({ url = '' }, response) => {
    const base = new URL(url, feed.url).searchParams.get('base')
    response.end(JSON.stringify([{ date, base, quote: 'LKR', rate: 302.7 }]))
  })

/** Waits until a server that starts now has made a try. */
async function tryNow(): Promise<void> {
  const server = schedule()
  server.start()
  await expect.poll(state).toMatchObject({ last_try_at: run.clock.now(), failure: null })
  await server.close()
}

test('three servers that start at once import once', async () => {
  respondWithDay('2025-10-13')
  const servers = [schedule(), schedule(), schedule()]
  for (const server of servers) server.start()
  await expect.poll(state).toMatchObject({ failure: null, tries: 0 })
  await Promise.all(servers.map((server) => server.close()))
  expect(feed.requested).toHaveLength(4)
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-14T04:00:00Z'))
})

test('nothing is asked before it is time, and a failure is reported once per cause', async () => {
  feed.requested.length = 0
  feed.respondWith((_, response) => response.writeHead(503).end())
  const server = schedule()
  server.start()
  await server.close()
  expect(feed.requested).toEqual([])

  run.clock.set('2025-10-14T04:00:00Z')
  const later = schedule()
  later.start()
  await expect.poll(state).toMatchObject({ tries: 1 })
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-14T04:01:00Z'))
  run.clock.turn(60)
  await expect.poll(state).toMatchObject({ tries: 1 })
  await later.close()
  expect(warnings.filter((sentence) => sentence.includes('503'))).toHaveLength(1)
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
  const next = schedule()
  next.start()
  await expect.poll(state).toMatchObject({ failure: null })
  await next.close()
  expect(feed.requested).toHaveLength(5)
})

test('a bank holiday that was taken back since the last try has its fixing after all', async () => {
  const enterHoliday = (name: string | null) =>
    storeHoliday(run.db, calendarDateOf('2025-10-17'), name, run.clock.now())
  respondWithDay('2025-10-16')
  run.clock.set('2025-10-16T08:00:00Z')
  await enterHoliday('Special bank holiday')
  await tryNow()
  expect((await state())?.next_try_at).toEqual(new Date('2025-10-20T04:00:00Z'))
  await enterHoliday(null)
  run.clock.set('2025-10-17T04:00:00Z')
  await tryNow()
})

test('of a new day one currency is asked for until that has come, then the others once', async () => {
  run.clock.set('2025-10-22T04:00:00Z')
  respondWithDay('2025-10-22')
  await tryNow()
  feed.requested.length = 0
  for (const [now, day, requests] of [
    ['2025-10-23T04:00:00Z', '2025-10-22', 1],
    ['2025-10-23T04:10:00Z', '2025-10-22', 2],
    ['2025-10-23T04:20:00Z', '2025-10-23', 6],
  ] as const) {
    run.clock.set(now)
    respondWithDay(day)
    await tryNow()
    expect(feed.requested).toHaveLength(requests)
  }
})
