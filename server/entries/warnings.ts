import { addDays, daysBetween, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { percentChange, toWire, type Rate } from '../../domain/money.ts'
import { customsWarnings } from '../../domain/customs-week.ts'
import { DEFAULT_KIND, key, seriesOf, type RateKey, type Series } from '../../domain/series.ts'
import {
  ANCHOR_DAYS,
  MOST_DAYS,
  oldDayWarning,
  otherSide,
  rateWarnings,
  spreadWarnings,
  type RateWarning,
} from '../../domain/rate-warnings.ts'
import type { RateWarningOutput } from '../../contract/entries.ts'
import { rateWarningSentence } from '../../text/rate-warnings.ts'
import type { RateBook } from '../rates/rate-book.ts'

const USUAL_DAYS = 30

/**
 * Rates of the same request (`requested`, `sides`) win over the book's. `newest` has the newest
 * earlier rate of the request by series.
 */
export function checkManualRate(
  book: RateBook,
  { date, rate, ...of }: Series & { readonly date: CalendarDate; readonly rate: Rate },
  requested: ReadonlyMap<RateKey, Rate> = new Map(),
  sides = requested,
  newest: ReadonlyMap<RateKey, DayRate> = new Map(),
): RateWarningOutput[] {
  const { currency, kind, publisher } = of
  const series = seriesOf(currency, kind, publisher)
  const rateOf = (each: Series, day: CalendarDate): DayRate | undefined => {
    const requestedRate = requested.get(key(each, day))
    return requestedRate === undefined
      ? book.rateOn(each, day)
      : { date: day, rate: requestedRate, source: 'manual' }
  }
  const ratesFromTo = (from: CalendarDate, to: CalendarDate, of: Series = series) =>
    daysFromTo(from, to)
      .map((day) => rateOf(of, day))
      .filter((each) => each !== undefined)
  const otherKind = otherSide(kind)
  const otherSeries = otherKind && seriesOf(currency, otherKind, publisher)
  const other =
    otherSeries && (sides.get(key(otherSeries, date)) ?? rateOf(otherSeries, date)?.rate)
  const spread = other ? spreadWarnings(kind, rate, other) : []
  const dayBefore = addDays(date, -1)
  const selling =
    kind === 'customs'
      ? ratesFromTo(addDays(date, -ANCHOR_DAYS), dayBefore, seriesOf(currency, 'tt-selling')).at(-1)
      : undefined
  const duty = selling ? customsWarnings(rate, selling) : []
  const daysBefore = ratesFromTo(addDays(date, -USUAL_DAYS), dayBefore)
  const earlier = newest.get(key(series))
  const last = newestOf(
    book.newestUpTo(series, dayBefore),
    earlier && earlier.date < date ? earlier : undefined,
  )
  const sameDayOrAfter =
    ratesFromTo(date, addDays(date, ANCHOR_DAYS))[0] ?? nextRate(book, series, date)
  const isAlone = [last, sameDayOrAfter].every((each) => !isWithinYear(each, date))
  const main = publisher || isAlone ? mainRate(book, series, date) : undefined
  const warnings = rateWarnings(rate, date, {
    currency,
    feed: (publisher ? undefined : feedRate(book, series, date)) ?? main?.nearest,
    isSide: main !== undefined && main.kind !== kind,
    daysBefore,
    last,
    sameDayOrAfter,
  })
  return [...spread, ...duty, ...warnings].map(warningOutput)
}

export const entryWarnings = (
  book: RateBook,
  entry: Series & { readonly date: CalendarDate; readonly rate: Rate },
  today: CalendarDate,
  requested: ReadonlyMap<RateKey, Rate>,
): RateWarningOutput[] => [
  ...checkManualRate(book, entry, requested),
  ...oldDayWarning(entry.date, today).map(warningOutput),
]

const warningOutput = (warning: RateWarning): RateWarningOutput => {
  const far =
    warning.kind === 'far from recent days'
      ? warning.newest
      : warning.kind === 'far from the feed'
        ? warning.feed
        : undefined
  return {
    kind: warning.kind,
    sentence: rateWarningSentence(warning),
    ...('intended' in warning && warning.intended && { meant: toWire(warning.intended) }),
    ...(far &&
      'rate' in warning && {
        difference_percent: percentChange(far.rate, warning.rate) / 100,
      }),
  }
}

function feedRate(book: RateBook, series: Series, date: CalendarDate): DayRate | undefined {
  const rate = book.feed === null ? undefined : book.rateFrom(series, date, book.feed)
  return rate === undefined || book.feed === null ? undefined : { date, rate, source: book.feed }
}

const newestOf = (one: DayRate | undefined, other: DayRate | undefined): DayRate | undefined =>
  one && other ? (one.date < other.date ? other : one) : (one ?? other)

function nextRate(book: RateBook, series: Series, date: CalendarDate): DayRate | undefined {
  const next = book.nextDay(series, date)
  return next && book.rateOn(series, next)
}

const daysApart = (rate: DayRate, date: CalendarDate) => Math.abs(daysBetween(rate.date, date))

const isWithinYear = (rate: DayRate | undefined, date: CalendarDate): rate is DayRate =>
  rate !== undefined && daysApart(rate, date) <= MOST_DAYS

/** The nearest main rate of the kind, otherwise the indicative one: first within a week. */
function mainRate(book: RateBook, { currency, kind, publisher }: Series, date: CalendarDate) {
  const found = [kind, DEFAULT_KIND]
    .filter((each) => publisher || each !== kind)
    .flatMap((each) => {
      const series = seriesOf(currency, each)
      const [nearest] = [book.newestUpTo(series, date), nextRate(book, series, date)]
        .filter((near) => isWithinYear(near, date))
        .sort((one, other) => daysApart(one, date) - daysApart(other, date))
      return nearest ? [{ kind: each, nearest }] : []
    })
  return found.find(({ nearest }) => daysApart(nearest, date) <= ANCHOR_DAYS) ?? found[0]
}
