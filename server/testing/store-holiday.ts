import type { CalendarDate } from '../../domain/calendar-date.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import { holidayChange } from '../calendar/read-holidays.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'

/** Deletes the holiday if `name` is null. */
export function storeHoliday(
  db: Db,
  date: CalendarDate,
  name: string | null,
  at = new Date(),
): Promise<void> {
  return db.transaction().execute((trx) => enterHoliday(trx, date, name, at))
}

export async function enterHoliday(
  trx: Transaction,
  date: CalendarDate,
  name: string | null,
  at: Date,
): Promise<void> {
  const fact = name === null ? null : { name, scope: 'special' as const, source: 'Gazette' }
  await recordChanges(trx, [holidayChange(date, fact)])
  await recordAuditEntry(trx, { actor: SYSTEM, at }, 'change bank holidays', 'Stored for a test')
}
