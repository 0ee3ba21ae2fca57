import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatRate } from '../../domain/money.ts'
import {
  monthOf,
  PERIOD_UNITS,
  periodResult,
  periodsFromTo,
  sealDay,
  type AsOf,
  type Period,
  type PeriodFigures,
} from '../../domain/period.ts'
import { allSeries, bankSeries, type Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { inSlices } from '../event-loop.ts'
import { SYSTEM } from '../identity/actor.ts'
import { sealFact } from '../rates/read-seals.ts'
import type { RateBook } from '../rates/rate-book.ts'
import { lockFacts } from '../rates/write-rates.ts'

interface DuePeriod {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}

/**
 * Seals every due period, with one audit entry, and returns how many. Several servers may do it at
 * once: a server whose book is not the newest seals nothing.
 */
export async function sealPeriods({
  db,
  clock,
  config,
  liveRateBook,
}: RateContext): Promise<number> {
  await liveRateBook.catchUpNow()
  if (!liveRateBook.loaded) return 0
  const { book } = liveRateBook
  const known = book.version
  const at = clock()
  const asOf = { today: dayInColombo(at), calendar: book.holidays.calendar }
  const due = await duePeriods(book, asOf, config.rateFeed !== 'off')
  if (due.length === 0) return 0
  return db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    if ((await newestVersion(trx)) !== known) return 0
    await recordChanges(trx, due.map(sealFact))
    const series = [...new Set(due.map((each) => each.series))]
    const description =
      due[0] && due.length === 1
        ? sealedSentence(due[0])
        : t.auditText.periodsSealed({
            count: due.length,
            name: series[0] && series.length === 1 ? seriesName(series[0]) : null,
            series: series.length,
          })
    await recordAuditEntry(trx, { actor: SYSTEM, at }, 'seal period', description)
    return due.length
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

async function duePeriods(book: RateBook, asOf: AsOf, fetches: boolean): Promise<DuePeriod[]> {
  const due: DuePeriod[] = []
  const { today, calendar } = asOf
  for (const series of [...allSeries(), ...bankSeries()]) {
    const oldest = book.oldest(series)
    if (oldest === undefined || oldest > today) continue
    const rates = book.ratesOf(series)
    const known = PERIOD_UNITS.flatMap((unit) =>
      periodsFromTo(unit, monthOf(oldest), monthOf(today)),
    )
    await inSlices(known, (period) => {
      if (period.to >= today || book.sealed.find(series, period)) return
      if (sealDay(period, calendar) > today || !isFinal(book, series, period, { fetches, asOf }))
        return
      const { figures, complete } = periodResult(period, rates, asOf)
      if (figures && complete) due.push({ series, period, figures })
    })
  }
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
