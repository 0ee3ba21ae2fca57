import { dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate } from '../../domain/money.ts'
import {
  monthOf,
  monthsFromTo,
  PERIOD_UNITS,
  periodResult,
  periodsFromTo,
  sealDay,
  type AsOf,
  type Period,
  type PeriodFigures,
} from '../../domain/period.ts'
import type { Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { inSlices } from '../event-loop.ts'
import { SYSTEM } from '../identity/actor.ts'
import { sealFact } from '../rates/seals.ts'
import type { RateBook } from '../rates/rate-book.ts'
import { lockFacts } from '../rates/write-rates.ts'

interface DuePeriod {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}

/**
 * Seals the due periods of one series after the other, with an audit entry each, and returns how
 * many. Several servers may do it at once: a server whose book is not the newest seals nothing.
 */
export async function sealPeriods(deps: RateContext): Promise<number> {
  const { clock, config, liveRateBook } = deps
  let count = 0
  await liveRateBook.catchUpNow()
  const at = clock()
  for (const series of seriesWithDueMonth(liveRateBook.book, dayInColombo(at))) {
    const { book } = liveRateBook
    const known = book.version
    const asOf = { today: dayInColombo(at), calendar: book.holidays.calendar }
    const due = await duePeriods(book, series, asOf, config.rateFeed !== 'off')
    if (due.length === 0) continue
    if (!(await seal(deps, due, known, at))) break
    count += due.length
    await liveRateBook.catchUpNow()
  }
  return count
}

/** If all months of a series are sealed, so are its quarters and years. */
function seriesWithDueMonth(book: RateBook, today: CalendarDate): Series[] {
  return [...book.sealedMonths()]
    .filter(({ first, sealed }) => sealed < monthsFromTo(first, monthOf(today)) - 1)
    .map(({ series }) => series)
}

/** Returns false if there are changes that the figures do not have. */
async function seal(
  { db }: RateContext,
  due: readonly DuePeriod[],
  known: number,
  at: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    if ((await newestVersion(trx)) !== known) return false
    await recordChanges(trx, due.map(sealFact))
    const [first, ...others] = due
    const description =
      first && others.length === 0
        ? sealedSentence(first)
        : t.auditText.periodsSealed({
            count: due.length,
            name: first ? seriesName(first.series) : '',
          })
    await recordAuditEntry(trx, { actor: SYSTEM, at }, 'seal period', description)
    return true
  })
}

function sealedSentence({ period, series, figures }: DuePeriod): string {
  const { closing, averagePublished, averageCalendar } = figures
  return t.auditText.periodSealed({
    unit: period.unit.replace('-', ' '),
    period: period.name,
    name: seriesName(series),
    closing: formatRate(closing.rate),
    closingDay: closing.date,
    published: formatRate(averagePublished.rate),
    publishedDays: averagePublished.days,
    calendar: formatRate(averageCalendar.rate),
    calendarDays: averageCalendar.days,
  })
}

async function duePeriods(
  book: RateBook,
  series: Series,
  asOf: AsOf,
  fetches: boolean,
): Promise<DuePeriod[]> {
  const due: DuePeriod[] = []
  const { today, calendar } = asOf
  const oldest = book.oldest(series) ?? today
  const rates = book.ratesOf(series)
  const known = PERIOD_UNITS.flatMap((unit) => periodsFromTo(unit, monthOf(oldest), monthOf(today)))
  await inSlices(known, (period) => {
    if (period.to >= today || book.isSealed(series, period)) return
    if (sealDay(period, calendar) > today) return
    if (!isFinal(book, series, period, { fetches, asOf })) return
    const { figures, complete } = periodResult(period, rates, asOf)
    if (figures && complete) due.push({ series, period, figures })
  })
  return due
}

/** The feed must have answered since the period could be sealed. A sample is never sealed. */
function isFinal(
  book: RateBook,
  series: Series,
  period: Period,
  { fetches, asOf }: { fetches: boolean; asOf: AsOf },
): boolean {
  const rates = book.ratesFromTo(series, period.from, period.to)
  const sources = new Set(rates.map(({ source }) => source))
  if (sources.has('sample')) return false
  if (!fetches || book.feed === null || !sources.has(book.feed)) return true
  const { lastSuccessAt } = book.feedStatus
  return lastSuccessAt !== null && dayInColombo(lastSuccessAt) >= sealDay(period, asOf.calendar)
}
