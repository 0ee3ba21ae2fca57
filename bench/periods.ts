import { sql } from 'kysely'
import { startEnvironment, type Environment } from '../harness/database/environment.ts'
import { addDays, calendarDateOf } from '../domain/calendar-date.ts'
import { calendarOf } from '../domain/bank-holiday.ts'
import { monthOf, PERIOD_UNITS } from '../domain/period.ts'
import { RATE_KINDS, seriesOf } from '../domain/series.ts'
import { readHolidays } from '../server/calendar/calendar-queries.ts'
import { periodRatesResponse, type PeriodChoice } from '../server/periods/period-responses.ts'
import { readRateBook } from '../server/rates/read-rate-book.ts'
import type { RateSnapshot } from '../server/rates/public-responses.ts'
import { figure, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'

const FIRST = calendarDateOf('1996-01-01')
const LAST = calendarDateOf('2025-12-31')
const ROUNDS = 15

/** Periods of 30 years of four kinds of rate out of memory. That they are right is shown by server/periods/period-rates.test.ts. */
export const periods: Scenario = {
  title:
    'the periods of 30 years of one series, made from memory and written as JSON; four currencies and four kinds',
  async run(scope) {
    const environment = await startEnvironment(scope)
    await fill(environment)
    const snapshot = {
      book: await readRateBook(environment.owner, 'cbsl'),
      today: addDays(LAST, 20),
      calendar: calendarOf(await readHolidays(environment.owner)),
    }
    const figures: Figure[] = []
    for (const unit of PERIOD_UNITS) figures.push(await timed(environment, snapshot, unit))
    return figures
  },
}

/** Rupees that rise in 30 years as the dollar's did, from 53 to 302, and by up to one up and down from day to day. */
const RATE = sql`53 + (day::date - ${FIRST}::date) / 44.0 + (day::date - ${FIRST}::date + length(kind)) * 7919 % 1013 / 1013.0`

/** A rate on most weekdays of every series; entries by hand stand over some of them. */
async function fill({ owner }: Environment): Promise<void> {
  await sql`INSERT INTO published_rate (source, currency, kind, date, rate, fetched_at)
    SELECT CASE WHEN extract(day FROM day) = 3 THEN 'sample' ELSE 'cbsl' END, currency, kind, day, ${RATE}, now()
    FROM currency, rate_kind, generate_series(${FIRST}::timestamp, ${LAST}::timestamp, '1 day') AS day
    WHERE extract(isodow FROM day) < 6 AND extract(doy FROM day)::int % 23 <> 0`.execute(owner)
  await sql`WITH entered AS (
      INSERT INTO app_user (name, email, created_at) VALUES ('Nimal Perera', 'nimal@example.lk', now()) RETURNING id)
    INSERT INTO manual_rate (currency, kind, date, rate, created_at, created_by, updated_at, updated_by)
    SELECT currency, kind, day, ${RATE} + 0.5, now(), id, now(), id
    FROM entered, currency, rate_kind, generate_series(${FIRST}::timestamp, ${LAST}::timestamp, '17 days') AS day`.execute(
    owner,
  )
}

async function timed(
  environment: Environment,
  snapshot: RateSnapshot,
  unit: PeriodChoice['unit'],
): Promise<Figure> {
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of RATE_KINDS) {
      const choice = { series: seriesOf('USD', kind), unit, from: monthOf(FIRST), to: monthOf(LAST) }
      const begin = performance.now()
      JSON.stringify(await periodRatesResponse(environment.owner, snapshot, choice))
      values.push(performance.now() - begin)
    }
  }
  return figure(`every ${unit} of 30 years`, values, 'ms', { atMost: 5 })
}
