import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { newestIn } from '../database/newest.ts'
import type { Db } from '../database/schema.ts'

/** The schedules of customs rates that count, by their first day. */
export interface CustomsWeeks {
  readonly byFirstDay: ReadonlyMap<CalendarDate, CustomsWeek>
  /** The newest change that is in it; 0 before the first. */
  readonly version: number
}

export const NO_CUSTOMS_WEEKS: CustomsWeeks = { byFirstDay: new Map(), version: 0 }

/** The schedules as they are in the database now, or `known` where nothing has changed since. */
export async function readCustomsWeeks(
  db: Db,
  known: CustomsWeeks = NO_CUSTOMS_WEEKS,
): Promise<CustomsWeeks> {
  const version = await newestIn(db, 'customs_week')
  if (version === known.version) return known
  const rows = await weeks(db)
    .distinctOn('first_day')
    .orderBy('first_day')
    .orderBy('version', 'desc')
    .execute()
  return { byFirstDay: new Map(rows.filter(isWeek).map((week) => [week.firstDay, week])), version }
}

/** The schedule that began on a day, as it was known at an instant (now where that is null); undefined where there was none. */
export async function readCustomsWeek(
  db: Db,
  firstDay: CalendarDate,
  knownAt: Date | null,
): Promise<CustomsWeek | undefined> {
  const row = await weeks(db)
    .where('first_day', '=', firstDay)
    .$if(knownAt !== null, (query) => query.where('entered_at', '<=', knownAt))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && isWeek(row) ? row : undefined
}

const weeks = (db: Db) =>
  db
    .selectFrom('customs_week')
    .select(['first_day as firstDay', 'last_day as lastDay', 'gazette', 'document'])

/** Whether a row is no removal. */
const isWeek = (row: { readonly [Key in keyof CustomsWeek]: CustomsWeek[Key] | null }): row is CustomsWeek =>
  row.lastDay !== null && row.gazette !== null
