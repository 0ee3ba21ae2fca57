import { yearOf } from '../../domain/bank-holiday.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import { holidayChange } from '../calendar/calendar-queries.ts'
import type { Db } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { lockFacts } from '../rates/write-rates.ts'
import bundled from './bundled-holidays.json' with { type: 'json' }
import { t } from '../../text/sentences.ts'

/**
 * Enters the bank holidays that come along, unless any was ever entered: what somebody has removed
 * stays away.
 */
export async function loadBundledHolidays(db: Db, now: Date): Promise<void> {
  if (await hadHolidays(db)) return
  await db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    if (await hadHolidays(trx)) return
    const { source, holidays } = bundled
    const days = Object.entries(holidays).map(([day, name]) => ({
      date: calendarDateOf(day),
      name,
    }))
    const scope = 'bank'
    await recordChanges(
      trx,
      days.map(({ date, name }) => holidayChange(date, { name, scope, source })),
    )
    const years = [...new Set(days.map(({ date }) => yearOf(date)))]
    const description = t.auditText.holidaysLoaded({
      years: years.join(' and '),
      count: days.length,
    })
    await recordAuditEntry(trx, { actor: SYSTEM, at: now }, 'change bank holidays', description)
  })
}

async function hadHolidays(db: Db): Promise<boolean> {
  const any = await db
    .selectFrom('change')
    .select('version')
    .where('currency', 'is', null)
    .where('kind', 'is', null)
    .where('subject', '=', 'bank holiday')
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}
