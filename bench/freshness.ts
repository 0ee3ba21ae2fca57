import '../server/text/load-sentences.ts'
import { sql } from 'kysely'
import { isBusinessDay } from '../domain/bank-holiday.ts'
import {
  addDays,
  calendarDateOf,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../domain/calendar-date.ts'
import { currencies } from '../domain/currency.ts'
import { rateOf } from '../domain/money.ts'
import type { Series } from '../domain/series.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { check, figure, none, percentile } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { LIVE_FACTS } from '../server/audit-log/record-changes.ts'
import { readHolidays } from '../server/calendar/read-holidays.ts'
import type { Db } from '../server/database/schema.ts'
import { ttRow } from '../server/feeds/cbsl-pages.fixture.ts'
import type { CbslPage } from '../server/feeds/cbsl-page.ts'
import { cbslFeed } from '../server/feeds/cbsl.ts'
import type { RateFeed } from '../server/feeds/rate-feed.ts'
import { runImport } from '../server/feeds/run-import.ts'
import {
  morningOf,
  PAGES,
  randomNumbers,
  rateOfDay,
  startSimulatedPublisher,
  thereAt,
  type Morning,
  type World,
} from './references/simulated-publisher.ts'

const MORNINGS = 200
const [MINUTE, DAY] = [60_000, 86_400_000]
const FIRST_DAY = calendarDateOf('2026-01-05')

type Arrivals = Map<string, number>
const arrivalOf = (day: CalendarDate, page: CbslPage, what: 'right' | 'corrected') =>
  `${day} ${page} ${what}`

export const freshness: Scenario = {
  title: `${MORNINGS} simulated mornings with late, wrong and missing pages: from the moment that a page has new rates to their being on ours`,
  async run(scope) {
    const { owner: db } = await startEnvironment(scope)
    const random = randomNumbers(2026)
    const mornings = await simulatedMornings(db, random)
    const world: World = { now: 0, morning: undefined, days: [], requests: new Map() }
    const url = await startSimulatedPublisher(scope, world, random)
    const arrivals: Arrivals = new Map()
    const own = cbslFeed({ userAgent: 'bench', pagesUrl: url, frankfurterUrl: url, pauseMs: 0 })
    const feed: RateFeed = {
      ...own,
      fetchDays: async function* (question) {
        for await (const piece of own.fetchDays(question)) {
          yield piece
          if (piece.rates.length > 0) await noteArrivals(db, world, arrivals)
        }
      },
    }
    const last = [...mornings.keys()].at(-1)!
    // The Sunday before, on which the installation is new.
    let due = startInColombo(addDays(FIRST_DAY, -1)) + DAY / 2
    while (due < startInColombo(last) + 2 * DAY) {
      world.now = Math.max(world.now, due)
      const today = dayInColombo(new Date(world.now))
      world.morning = mornings.get(today)
      world.days = [...mornings.keys()].filter((day) => day <= today)
      const clock = () => new Date(world.now)
      due = (await runImport({ db, feed, clock })).nextTryAt.getTime()
    }
    return figuresOf(mornings, arrivals, world)
  },
}

async function simulatedMornings(db: Db, random: () => number) {
  const { holidays } = (await readHolidays(db)).calendar
  const mornings = new Map<CalendarDate, Morning>()
  for (let day = FIRST_DAY; mornings.size < MORNINGS; day = addDays(day, 1))
    if (isBusinessDay(day, holidays)) mornings.set(day, morningOf(day, random))
  return mornings
}

async function noteArrivals(db: Db, { now }: World, arrivals: Arrivals): Promise<void> {
  const day = dayInColombo(new Date(now))
  const { rows } = await sql<Series & { rate: string }>`
    SELECT currency, kind, rate FROM ${LIVE_FACTS} live
    WHERE source = 'cbsl' AND date = ${day}`.execute(db)
  const stored = new Set(
    rows.map(({ currency, kind, rate }) => `${currency} ${kind} ${rateOf(rate)}`),
  )
  for (const page of PAGES)
    for (const what of ['right', 'corrected'] as const) {
      const expected = currencies().flatMap((currency) => {
        const rate =
          rateOfDay(currency, day) + (what === 'corrected' && currency === 'GBP' ? 0.5 : 0)
        const [, buying, selling] = ttRow(day, rate)
        return page === 'tt'
          ? [
              `${currency} tt-buying ${rateOf(buying!)}`,
              `${currency} tt-selling ${rateOf(selling!)}`,
            ]
          : [`${currency} indicative ${rateOf(rate.toFixed(4))}`]
      })
      const arrival = arrivalOf(day, page, what)
      if (!arrivals.has(arrival) && expected.every((each) => stored.has(each)))
        arrivals.set(arrival, now)
    }
}

function figuresOf(
  mornings: ReadonlyMap<CalendarDate, Morning>,
  arrivals: Arrivals,
  { requests }: World,
) {
  const pages = [...mornings].flatMap(([day, morning]) =>
    PAGES.map((page) => ({ day, page, state: morning[page] })),
  )
  const published = pages.filter(({ state }) => state.right < Infinity)
  const arrived = published.flatMap(({ day, page, state }) => {
    const at = arrivals.get(arrivalOf(day, page, 'right'))
    return at === undefined ? [] : [Math.max(0, at - thereAt(state)) / MINUTE]
  })
  const corrected = published.filter(({ state }) => state.corrected < Infinity)
  const taken = corrected.flatMap(({ day, page, state }) => {
    const at = arrivals.get(arrivalOf(day, page, 'corrected'))
    return at === undefined ? [] : [(at - state.corrected) / MINUTE / 60]
  })
  const perDay = (host: string) =>
    [...mornings.keys()].map((day) => requests.get(`${host} ${day}`) ?? 0)
  return [
    figure('from page to product, 95 of 100', percentile(arrived, 0.95), 'min', { atMost: 10 }),
    figure('from page to product', arrived, 'min'),
    figure('correction to product', taken, 'h'),
    check('requests a day to the Central Bank', perDay('the Central Bank'), '', { atMost: 60 }),
    check('requests a day to Frankfurter', perDay('Frankfurter'), '', { atMost: 60 }),
    none(
      `of ${published.length} pages with rates not taken that day`,
      published.length - arrived.length,
    ),
    none(
      `of ${corrected.length} corrected pages not taken that day`,
      corrected.length - taken.length,
    ),
    'A page has its rates from the first moment on at which they are right and can be read; a page away from then on counts in full.',
  ]
}
