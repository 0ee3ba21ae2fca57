import {
  type BankHoliday,
  type Calendar,
  calendarOf,
  yearsMissing,
} from '../../domain/bank-holiday.ts'
import { type CalendarDate, dayInColombo } from '../../domain/calendar-date.ts'
import {
  liveFacts,
  RECORDED_CHANGES,
  selectFactsAt,
  type OtherFact,
} from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { t } from '../../text/sentences.ts'
import { sql } from 'kysely'

export interface KnownHoliday extends BankHoliday {
  readonly version: number
  readonly source: string
  readonly entered_at: Date
  /** Null if it came with the product. */
  readonly entered_by: string | null
}

type HolidayFact = Omit<BankHoliday, 'date'> & Pick<KnownHoliday, 'source'>

/** A null `fact` ends the bank holiday. */
export const holidayChange = (date: CalendarDate, fact: HolidayFact | null): OtherFact => ({
  subject: 'bank holiday',
  date,
  fact: fact && { name: fact.name, scope: fact.scope, source: fact.source },
})

export interface Holidays {
  readonly known: readonly KnownHoliday[]
  readonly calendar: Calendar
}

export const NO_HOLIDAYS: Holidays = { known: [], calendar: calendarOf([]) }

export interface HolidaySource {
  readonly loaded: boolean
  readonly book: { readonly holidays: Holidays }
}

export async function readHolidays(db: Db, asOf?: number): Promise<Holidays> {
  const facts = asOf === undefined ? liveFacts('bank holiday') : selectFactsAt('bank holiday', asOf)
  const { rows: known } = await sql<KnownHoliday>`
    SELECT c.version, c.date, c.fact ->> 'name' AS name, c.fact ->> 'scope' AS scope,
      c.fact ->> 'source' AS source, entered.created_at AS entered_at, u.name AS entered_by
    FROM ${facts}
      JOIN ${RECORDED_CHANGES} entered ON entered.version = coalesce(c.restores, c.version)
      LEFT JOIN public.app_user u ON u.id = entered.user_id
    ORDER BY c.date`.execute(db)
  return { known, calendar: calendarOf(known) }
}

export function missingList({ book, loaded }: HolidaySource, now: Date): string | undefined {
  const years = loaded ? yearsMissing(dayInColombo(now), book.holidays.calendar) : []
  if (years.length === 0) return undefined
  return t.calendarText.listMissing({ years: years.join(' and ') })
}
