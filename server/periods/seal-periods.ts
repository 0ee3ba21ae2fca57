import { dayInColombo } from '../../domain/calendar-date.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import { SYSTEM } from '../identity/actor.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { sealFact } from '../rates/sealed-periods.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { duePeriods } from './due-periods.ts'

/**
 * Seals every period that is due, with one audit entry. Any number of servers may do it at once:
 * under the facts' lock, whoever's book is not what the database holds leaves it for the next time.
 * Gives how many were sealed.
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
        ? auditText.periodSealed(due[0])
        : auditText.periodsSealed(due.length, series)
    await recordAuditEntry(trx, { actor: SYSTEM, at }, 'seal period', description)
    return due.length
  })
}
