import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import type { PublisherError, RateFeedName } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'
import { liveFacts, selectFactsAt } from '../audit-log/record-changes.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Config } from '../config.ts'
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

/** With the feed off, the rates of the last one still count. */
export async function readFollowedFeed(
  db: Db,
  configured: Config['rateFeed'],
): Promise<RateFeedName | null> {
  if (configured !== 'off') return configured
  const { rows } = await sql<{ feed: RateFeedName }>`
    SELECT feed FROM public.rate_feed_state WHERE last_success_at IS NOT NULL
    ORDER BY last_success_at DESC LIMIT 1`.execute(db)
  return rows[0]?.feed ?? null
}

export interface FeedStatus {
  /** The end of the newest run, which stored its answers before. */
  readonly lastTryAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly failing: boolean
  /** Figures of the newest run that were refused or are of a weekend, in sentences. */
  readonly refused: string | null
  readonly publisherError: PublisherError | null
  /** By another path than the publisher's pages. */
  readonly isStoodInFor: boolean
  /** Days that the feed answered for. */
  readonly answers: ReadonlyMap<RateKind, ReadonlyMap<CalendarDate, 'final' | 'so far'>>
}

export const NO_FEED_STATUS: FeedStatus = {
  lastTryAt: null,
  lastSuccessAt: null,
  failing: false,
  refused: null,
  publisherError: null,
  isStoodInFor: false,
  answers: new Map(),
}

/** Reads the answers only if the feed ran since `known`. */
export async function readFeedStatus(
  db: Db,
  feed: RateFeedName | null,
  known = NO_FEED_STATUS,
): Promise<FeedStatus> {
  if (!feed) return NO_FEED_STATUS
  const { rows } = await sql<Omit<FeedStatus, 'answers'>>`
    SELECT last_try_at AS "lastTryAt", last_success_at AS "lastSuccessAt",
      failure IS NOT NULL AS failing, refused, publisher_error AS "publisherError",
      stood_in_for AS "isStoodInFor"
    FROM public.rate_feed_state WHERE feed = ${feed}`.execute(db)
  const [state] = rows
  if (!state) return NO_FEED_STATUS
  const hasRun = state.lastTryAt?.getTime() !== known.lastTryAt?.getTime()
  return { ...state, answers: hasRun ? await readAnswers(db, feed) : known.answers }
}

/** A row a kind, because one a day would take 20 years of answers 43 ms. */
async function readAnswers(db: Db, feed: RateFeedName): Promise<FeedStatus['answers']> {
  const { rows } = await sql<{ kind: RateKind; final: string | null; soFar: string | null }>`
    SELECT kind, string_agg(date::text, ',') FILTER (WHERE is_final) AS final,
      string_agg(date::text, ',') FILTER (WHERE NOT is_final) AS "soFar"
    FROM public.feed_answer WHERE feed = ${feed} AND NOT refused GROUP BY kind`.execute(db)
  const entries = (days: string | null, answer: 'final' | 'so far') =>
    (days?.split(',') ?? []).map((day) => [day as CalendarDate, answer] as const)
  return new Map(
    rows.map(({ kind, final, soFar }) => [
      kind,
      new Map([...entries(final, 'final'), ...entries(soFar, 'so far')]),
    ]),
  )
}
