import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import type { Db } from '../database/schema.ts'
import { entryOf, factOf, liveFacts } from '../audit-log/record-changes.ts'

/** The schedules of customs rates that count, by their first day. */
export type CustomsWeeks = ReadonlyMap<CalendarDate, CustomsWeek>

/** What a change of a schedule holds beside its first day. */
export interface ScheduleFact {
  readonly last_day: CalendarDate
  readonly gazette: string
  readonly document: string | null
}

/** The schedules as they are in the database now, ascending by first day. */
export async function readCustomsWeeks(db: Db): Promise<CustomsWeeks> {
  const { rows } = await sql<Row>`
    SELECT c.date, ${factOf('c')} AS fact FROM ${liveFacts('customs schedule')} ORDER BY
    c.date`.execute(db)
  return new Map(rows.flatMap(weekOf).map((week) => [week.firstDay, week]))
}

/** The schedule that began on a day, as known at an instant (null: now). */
export async function readCustomsWeek(
  db: Db,
  firstDay: CalendarDate,
  knownAt: Date | null,
): Promise<CustomsWeek | undefined> {
  const { rows } = await sql<Row>`
    SELECT c.date, ${factOf('c')} AS fact FROM change c CROSS JOIN LATERAL ${entryOf('c.version')} e
    WHERE c.currency IS NULL AND c.kind IS NULL AND c.date = ${firstDay}
      AND c.subject = 'customs schedule'
      AND (${knownAt}::timestamptz IS NULL OR e.created_at <= ${knownAt})
    ORDER BY c.version DESC LIMIT 1`.execute(db)
  return rows.flatMap(weekOf)[0]
}

interface Row {
  readonly date: CalendarDate
  readonly fact: ScheduleFact | null
}

/** None where the schedule was taken back. */
const weekOf = ({ date, fact }: Row): CustomsWeek[] =>
  fact
    ? [{ firstDay: date, lastDay: fact.last_day, gazette: fact.gazette, document: fact.document }]
    : []
