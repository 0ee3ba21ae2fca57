import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { liveFacts } from '../audit-log/record-changes.ts'
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

/** Reads what was known when `version` was the newest; null means now. */
export async function readCustomsWeek(
  db: Db,
  firstDay: CalendarDate,
  version: number | null,
): Promise<CustomsWeek | undefined> {
  const { rows } = await sql<ScheduleRow>`
    SELECT c.date, c.fact FROM public.change c
    WHERE c.currency IS NULL AND c.kind IS NULL AND c.date = ${firstDay}
      AND c.subject = 'customs schedule' AND (${version}::bigint IS NULL OR c.version <= ${version})
    ORDER BY c.version DESC LIMIT 1`.execute(db)
  return rows.flatMap(toCustomsWeek)[0]
}

const toCustomsWeek = ({ date, fact }: ScheduleRow): CustomsWeek[] =>
  fact
    ? [{ firstDay: date, lastDay: fact.last_day, gazette: fact.gazette, document: fact.document }]
    : []
