import { sql } from 'kysely'
import { calendarOf, type BankHoliday, type Calendar } from '../../domain/bank-holiday.ts'
import { newestIn } from '../database/newest.ts'
import type { Db } from '../database/schema.ts'

/** A bank holiday as it counts now, with where it comes from. */
export interface KnownHoliday extends BankHoliday {
  readonly version: number
  readonly source: string
  readonly entered_at: Date
  /** Name of the user who entered it; null where it came with the product. */
  readonly entered_by: string | null
}

/** Every bank holiday that counts, ascending by day. */
export async function readHolidays(db: Db): Promise<readonly KnownHoliday[]> {
  const { rows } = await sql<KnownHoliday>`
    SELECT newest.version, date, newest.name, scope, source, entered_at, u.name AS entered_by
    FROM (SELECT DISTINCT ON (date) * FROM bank_holiday ORDER BY date, version DESC) AS newest
    LEFT JOIN app_user u ON u.id = newest.entered_by
    WHERE newest.name IS NOT NULL ORDER BY date`.execute(db)
  return rows
}

/** The bank holidays of one moment, as the rate book keeps them. */
export interface Holidays {
  /** Ascending by day. */
  readonly known: readonly KnownHoliday[]
  readonly calendar: Calendar
  /** The newest change that is in it. */
  readonly version: number
}

export const NO_HOLIDAYS: Holidays = { known: [], calendar: calendarOf([]), version: 0 }

/** Where the bank holidays are found that this process knows of. */
export interface HolidaySource {
  /** Whether they were read once. */
  readonly loaded: boolean
  readonly book: { readonly holidays: Holidays }
}

/** The bank holidays as they are in the database now, or `before` where nothing has changed since. */
export async function newestHolidays(db: Db, before = NO_HOLIDAYS): Promise<Holidays> {
  // Another version, not only a higher one: a failover may have taken versions back.
  const version = await newestIn(db, 'bank_holiday')
  if (version === before.version) return before
  const known = await readHolidays(db)
  return { known, calendar: calendarOf(known), version }
}

/** The calendar as it is in the database now. */
export async function readCalendar(db: Db): Promise<Calendar> {
  return calendarOf(await readHolidays(db))
}
