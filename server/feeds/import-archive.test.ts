import { beforeEach, expect, test } from 'vitest'
import {
  addDays,
  calendarDateOf,
  daysFromTo,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  cbslAndFrankfurter,
  cbslPage,
  indicativeRow,
  ttRow,
  type PageRequest,
  type PageRows,
} from './cbsl-pages.fixture.ts'
import { cbslFeed } from './cbsl.ts'
import type { CbslPage } from './cbsl-page.ts'
import { startFeedServer } from './feed-server.fixture.ts'
import { importArchive } from './import-archive.ts'
import { clearFeeds, importInto, storedRates } from './imports.fixture.ts'

const TODAY = calendarDateOf('2025-05-19')
/** No day of its own rates: all 58 requests are the archive's. */
const SATURDAY = '2025-05-24T06:30:00Z'
const FROM = calendarDateOf('2023-01-02')
const server = await startFeedServer()
const run = await testAppOfFile({ now: `${TODAY}T06:30:00Z`, env: { RATE_FEED: 'cbsl' } })
const requests: PageRequest[] = []

const RATES: Readonly<Record<string, number>> = { USD: 300, AUD: 192, CAD: 215, GBP: 400 }
const rowsOf = (page: CbslPage, rows: PageRows, from: CalendarDate, to: CalendarDate): PageRows => {
  const days = daysFromTo(from, to).filter((day) => !isWeekend(day))
  const rowOf = page === 'tt' ? ttRow : indicativeRow
  const made = Object.keys(rows).map((currency) => [
    currency as Currency,
    days.map((day, at) => rowOf(day, (RATES[currency] ?? 1) + at / 100)),
  ])
  return Object.fromEntries(made) as PageRows
}

/** Answers the publisher's forms with a rate of each currency for each business day. */
const respond = (isDown = () => false, hasTt: (from: string) => boolean = () => true) =>
  server.respondWith(
    cbslAndFrankfurter(requests, (page, rows, response) => {
      if (isDown()) {
        response.writeHead(503).end()
        return undefined
      }
      const form = requests.at(-1)?.form
      const [from, to] = ['txtStart', 'txtEnd'].map((name) => calendarDateOf(form?.get(name) ?? ''))
      if (!from || !to || (page === 'tt' && !hasTt(from))) return '<html><body></body></html>'
      return cbslPage(page, rowsOf(page, rows, from, to))
    }),
  )

const { url } = server
const feed = {
  ...cbslFeed({ userAgent: 'Test', pagesUrl: url, frankfurterUrl: url, pauseMs: 0 }),
  archive: { stepDays: 60, pauseMs: 0 },
}
const importMore = async () => {
  const steps: string[] = []
  const end = await importArchive({
    db: run.db,
    feed,
    clock: run.clock.now,
    from: FROM,
    onStep: ({ first, last }) => void steps.push(`${first} ${last}`),
  })
  return { ...end, steps }
}

beforeEach(async () => {
  run.clock.set(`${TODAY}T06:30:00Z`)
  respond()
  await clearFeeds(run)
  requests.length = 0
})

test('an archive arrives in steps within the requests of a day, and the next run continues', async () => {
  await importInto(run, feed)
  expect(requests).toHaveLength(2)
  const first = await importMore()
  // On a business day, 20 requests with those of the run; the others are left for its own rates.
  expect(requests).toHaveLength(20)
  expect(first.failure).toBeNull()
  expect(first.steps).toHaveLength(9)
  // Frankfurter has the indicative rates of 400 days, so older ones come first.
  expect(first.steps[0]).toBe(`${addDays(TODAY, -459)} ${addDays(TODAY, -400)}`)
  const again = await importMore()
  expect([again.steps, again.isComplete, requests.length]).toEqual([[], false, 20])

  run.clock.set(SATURDAY)
  await importInto(run, feed)
  const second = await importMore()
  expect(second).toMatchObject({ isComplete: true, failure: null })
  const asked = requests
    .filter(({ page }) => page === 'indicative')
    .map(({ form }) => form.get('txtStart'))
  expect(asked).toContain(FROM)
  expect(new Set(asked).size).toBe(asked.length)
  const stored = await storedRates(run)
  for (const kind of ['indicative', 'tt-buying', 'tt-selling'])
    for (const currency of ['USD', 'CAD'])
      expect(
        stored.filter(
          (each) => each.currency === currency && each.kind === kind && each.date === FROM,
        ),
        `${currency} ${kind}`,
      ).toHaveLength(1)
})

test('an archive stops at a failure of the publisher, and the next run repeats that step', async () => {
  await importInto(run, feed)
  let isDown = false
  respond(() => isDown)
  isDown = true
  const failed = await importMore()
  expect(failed.failure).not.toBeNull()
  // Frankfurter stands in for the one step.
  expect([failed.isComplete, failed.steps.length]).toEqual([false, 1])
  isDown = false
  run.clock.set(SATURDAY)
  await importInto(run, feed)
  expect((await importMore()).steps[0]).toContain(addDays(TODAY, -400))
})

test('days of which the publisher has no TT page are asked last, and hold up no older ones', async () => {
  respond(
    () => false,
    (from) => from >= '2024-09-01',
  )
  run.clock.set(SATURDAY)
  await importInto(run, feed)
  expect(await importMore()).toMatchObject({
    isComplete: false,
    failure: 'Not every page had an answer',
  })
  const stored = await storedRates(run)
  expect(stored.some(({ kind, date }) => kind === 'indicative' && date === FROM)).toBe(true)
  expect(stored.some(({ kind, date }) => kind === 'tt-buying' && date < '2024-07-01')).toBe(false)
})
