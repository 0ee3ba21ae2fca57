import { dayInColombo } from '../../domain/calendar-date.ts'
import { toWire } from '../../domain/money.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestIn } from '../database/newest.ts'
import type { Transaction } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { newestVersion } from '../rates/read-rate-book.ts'
import { lockRates } from '../rates/write-rates.ts'
import { duePeriods, type DuePeriod } from './due-periods.ts'
import { insertSeal } from './seal-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/**
 * Seals every period that is due, each with its audit entry. Any number of servers may do it at once: under the lock of the
 * rates, whoever's book is not what the database holds leaves it for the next time. Gives how many were sealed.
 */
export async function sealPeriods({ db, clock, config, liveRateBook }: RateDependencies): Promise<number> {
  for (let total = 0; ;) {
    await liveRateBook.catchUpNow()
    if (!liveRateBook.loaded) return total
    const { book } = liveRateBook
    const known = { version: book.version, seal: book.sealed.newest, holidays: book.holidays.version }
    const at = clock()
    const asOf = { today: dayInColombo(at), calendar: book.holidays.calendar }
    const due = await duePeriods(book, asOf, config.rateFeed !== 'off')
    if (due.length === 0) return total
    const isCurrent = await db.transaction().execute(async (trx) => {
      await lockRates(trx, at)
      if ((await newestVersion(trx)) !== known.version || (await newestIn(trx, 'period_seal')) !== known.seal)
        return false
      if ((await newestIn(trx, 'bank_holiday')) !== known.holidays) return false
      for (const each of due) await sealPeriod(trx, each, known.version, at)
      return true
    })
    if (!isCurrent) return total
    total += due.length
  }
}

async function sealPeriod(trx: Transaction, due: DuePeriod, version: number, at: Date): Promise<void> {
  const { series, period, figures } = due
  const { closing, averagePublished, averageCalendar, min, max } = figures
  const { currency, kind } = series
  const auditEntry = await recordAuditEntry(
    trx,
    { actor: SYSTEM, at },
    'seal period',
    auditText.periodSealed(period, series, figures),
    {
      currency,
      metadata: {
        kind,
        unit: period.unit,
        period: period.name,
        closing: { rate: toWire(closing.rate), date: closing.date },
        average_published: toWire(averagePublished.rate),
        average_calendar: toWire(averageCalendar.rate),
        min: toWire(min.rate),
        max: toWire(max.rate),
        rate_version: version,
      },
    },
  )
  await insertSeal(trx, due, { version, at, auditEntry })
}
