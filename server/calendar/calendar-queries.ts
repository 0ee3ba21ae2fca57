import { sql } from 'kysely'
import { calendarOf, type BankHoliday, type Calendar } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import {
  entryOf,
  factsAsOf,
  liveFacts,
  type OtherFact,
} from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

export interface KnownHoliday extends BankHoliday {
  readonly version: number
  readonly source: string
  readonly entered_at: Date
  /** Name of the user who entered it; null where it came with the product. */
  readonly entered_by: string | null
}

/** What a change of a bank holiday holds beside its day. */
type HolidayFact = Omit<BankHoliday, 'date'> & Pick<KnownHoliday, 'source'>

/** What makes a day a bank holiday, or none where `fact` is null. */
export const holidayChange = (date: CalendarDate, fact: HolidayFact | null): OtherFact => ({
  subject: 'bank holiday',
  date,
  fact: fact && { name: fact.name, scope: fact.scope, source: fact.source },
})

export interface Holidays {
  /** Ascending by day. */
  readonly known: readonly KnownHoliday[]
  readonly calendar: Calendar
}

export const NO_HOLIDAYS: Holidays = { known: [], calendar: calendarOf([]) }

/** Where the bank holidays are found that this process knows of. */
export interface HolidaySource {
  /** Whether they were read once. */
  readonly loaded: boolean
  readonly book: { readonly holidays: Holidays }
}

/** The bank holidays as of now, or of the version `asOf`. */
export async function readHolidays(db: Db, asOf?: number): Promise<Holidays> {
  const facts = asOf === undefined ? liveFacts('bank holiday') : factsAsOf('bank holiday', asOf)
  const { rows: known } = await sql<KnownHoliday>`
    SELECT version, c.date, c.fact ->> 'name' AS name, c.fact ->> 'scope' AS scope,
      c.fact ->> 'source' AS source, e.created_at AS entered_at, u.name AS entered_by
    FROM ${facts}
      CROSS JOIN LATERAL ${entryOf('coalesce(c.restores, c.version)')} e
      LEFT JOIN app_user u ON u.id = e.user_id
    ORDER BY c.date`.execute(db)
  return { known, calendar: calendarOf(known) }
}
