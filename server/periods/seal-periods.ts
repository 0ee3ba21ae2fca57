import { dayInColombo } from '../../domain/calendar-date.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import { SYSTEM } from '../identity/actor.ts'
import type { RateDependencies } from '../deps.ts'
import { sealFact } from '../rates/other-facts.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { duePeriods, type DuePeriod } from './due-periods.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { formatRate } from '../../domain/money.ts'

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

/**
 * Seals every due period, with one audit entry; gives how many. Several servers may do it at once:
 * one whose book is not the newest leaves it.
 */
export async function sealPeriods({
  db,
  clock,
  config,
  liveRateBook,
}: RateDependencies): Promise<number> {
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
