import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import { liveFacts, selectFactsAt } from '../audit-log/record-changes.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Db } from '../database/schema.ts'

/** Facts that count for all series. */
export const readOtherFacts = async (db: Db) => ({
  customsWeeks: await readCustomsWeeks(db),
  holidays: await readHolidays(db),
  policies: await readPolicies(db),
})

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

interface KnownPolicy extends RatePolicy {
  /** 0 for an unchanged default. */
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by: string | null
}

export type Policies = ReadonlyMap<PolicyName, KnownPolicy>

export async function readPolicies(db: Db, asOf?: number): Promise<Policies> {
  const facts = asOf === undefined ? liveFacts('rate policy') : selectFactsAt('rate policy', asOf)
  const { rows } = await sql<
    Omit<KnownPolicy, keyof RatePolicy> & { part: PolicyName; fact: RatePolicy }
  >`
    SELECT c.version, c.part, c.fact, c.created_at AS changed_at, u.name AS changed_by
    FROM ${facts} LEFT JOIN public.app_user u ON u.id = c.user_id`.execute(db)
  return new Map(rows.map(({ part, fact, ...rest }) => [part, { ...rest, ...fact }]))
}

export function findPolicy(policies: Policies, name: PolicyName): KnownPolicy {
  const unchanged = { version: 0, changed_at: null, changed_by: null }
  return policies.get(name) ?? { ...DEFAULT_POLICIES[name], ...unchanged }
}
