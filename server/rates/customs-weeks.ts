import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import type { Db } from '../database/schema.ts'

/** The schedules of customs rates that count, by their first day. */
export interface CustomsWeeks {
  readonly byFirstDay: ReadonlyMap<CalendarDate, CustomsWeek>
  /** The newest change that is in it; 0 before the first. */
  readonly version: number
}

export const NO_CUSTOMS_WEEKS: CustomsWeeks = { byFirstDay: new Map(), version: 0 }

interface WeekRow {
  readonly version: number
  readonly first_day: CalendarDate
  readonly last_day: CalendarDate | null
  readonly gazette: string | null
  readonly document: string | null
}

/** The schedules as they are in the database now, or `known` where nothing has changed since. */
export async function readCustomsWeeks(
  db: Db,
  known: CustomsWeeks = NO_CUSTOMS_WEEKS,
): Promise<CustomsWeeks> {
  const newest = await db
    .selectFrom('customs_week')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst()
  const version = newest?.version ?? 0
  if (version === known.version) return known
  const { rows } = await sql<WeekRow>`
    SELECT DISTINCT ON (first_day) version, first_day, last_day, gazette, document
    FROM customs_week ORDER BY first_day, version DESC`.execute(db)
  const weeks = rows.map(weekOf).filter((each) => each !== undefined)
  return { byFirstDay: new Map(weeks.map((week) => [week.firstDay, week])), version }
}

/** The schedule that began on a day, as it was known at an instant (now where that is null); undefined where there was none. */
export async function readCustomsWeek(
  db: Db,
  firstDay: CalendarDate,
  knownAt: Date | null,
): Promise<CustomsWeek | undefined> {
  const row = await db
    .selectFrom('customs_week')
    .select(['version', 'first_day', 'last_day', 'gazette', 'document'])
    .where('first_day', '=', firstDay)
    .$if(knownAt !== null, (query) => query.where('entered_at', '<=', knownAt))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && weekOf(row)
}

function weekOf({ first_day, last_day, gazette, document }: WeekRow): CustomsWeek | undefined {
  if (last_day === null || gazette === null) return undefined
  return { firstDay: first_day, lastDay: last_day, gazette, document }
}
