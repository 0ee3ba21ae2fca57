import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { joinEntry, liveFacts } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

export type CustomsWeeks = ReadonlyMap<CalendarDate, CustomsWeek>

interface ScheduleFact {
  readonly last_day: CalendarDate
  readonly gazette: string
  readonly document: string | null
}

interface ScheduleRow {
  readonly date: CalendarDate
  readonly fact: ScheduleFact | null
}

export async function readCustomsWeeks(db: Db): Promise<CustomsWeeks> {
  const { rows } = await sql<ScheduleRow>`
    SELECT c.date, c.fact FROM ${liveFacts('customs schedule')} ORDER BY
    c.date`.execute(db)
  return new Map(rows.flatMap(toCustomsWeek).map((week) => [week.firstDay, week]))
}

/** `knownAt` null means now. */
export async function readCustomsWeek(
  db: Db,
  firstDay: CalendarDate,
  knownAt: Date | null,
): Promise<CustomsWeek | undefined> {
  const { rows } = await sql<ScheduleRow>`
    SELECT c.date, c.fact FROM change c CROSS JOIN LATERAL ${joinEntry('c.version')} e
    WHERE c.currency IS NULL AND c.kind IS NULL AND c.date = ${firstDay}
      AND c.subject = 'customs schedule'
      AND (${knownAt}::timestamptz IS NULL OR e.created_at <= ${knownAt})
    ORDER BY c.version DESC LIMIT 1`.execute(db)
  return rows.flatMap(toCustomsWeek)[0]
}

const toCustomsWeek = ({ date, fact }: ScheduleRow): CustomsWeek[] =>
  fact
    ? [{ firstDay: date, lastDay: fact.last_day, gazette: fact.gazette, document: fact.document }]
    : []
