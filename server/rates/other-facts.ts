import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CustomsWeek } from '../../domain/customs-week.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { AverageRate, DatedRate, Period, PeriodFigures } from '../../domain/period.ts'
import { DEFAULT_POLICIES, type PolicyName, type RatePolicy } from '../../domain/policy.ts'
import { key, type RateKind, type Series } from '../../domain/series.ts'
import {
  joinEntry,
  selectFactsAt,
  liveFacts,
  type SealedFact,
} from '../audit-log/record-changes.ts'
import type { PublisherError, RateFeedName } from '../../domain/rate-precedence.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../database/schema.ts'

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
    SELECT c.version, c.part, c.fact, e.created_at AS changed_at, u.name AS changed_by
    FROM ${facts} CROSS JOIN LATERAL ${joinEntry('c.version')} e
      LEFT JOIN app_user u ON u.id = e.user_id`.execute(db)
  return new Map(rows.map(({ part, fact, ...rest }) => [part, { ...rest, ...fact }]))
}

export function findPolicy(policies: Policies, name: PolicyName): KnownPolicy {
  const unchanged = { version: 0, changed_at: null, changed_by: null }
  return policies.get(name) ?? { ...DEFAULT_POLICIES[name], ...unchanged }
}

export interface SealedPeriod extends Series {
  /** Newer changes of its days are corrections. */
  readonly version: number
  readonly unit: Period['unit']
  readonly from: Period['from']
  readonly figures: PeriodFigures
  readonly sealedAt: Date
  readonly auditEntry: number
}

export class SealedPeriods {
  private readonly seals: ReadonlyMap<string, SealedPeriod>

  constructor(seals: readonly SealedPeriod[] = []) {
    this.seals = new Map(seals.map((seal) => [`${seal.unit} ${key(seal, seal.from)}`, seal]))
  }

  find(series: Series, { unit, from }: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    return this.seals.get(`${unit} ${key(series, from)}`)
  }
}

type AsText<T> = Omit<T, 'rate'> & { readonly rate: string }

interface SealFact {
  readonly opening: AsText<DatedRate> | null
  readonly closing: AsText<DatedRate>
  readonly average_published: AsText<AverageRate>
  readonly average_calendar: AsText<AverageRate>
  readonly min: AsText<DatedRate>
  readonly max: AsText<DatedRate>
}

export function sealFact({
  series: { currency, kind, publisher },
  period: { unit, from },
  figures: { opening, closing, averagePublished, averageCalendar, min, max },
}: {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}): SealedFact {
  const fact: SealFact = {
    opening: opening && asText(opening),
    closing: asText(closing),
    average_published: asText(averagePublished),
    average_calendar: asText(averageCalendar),
    min: asText(min),
    max: asText(max),
  }
  return { subject: 'sealed period', currency, kind, publisher, date: from, part: unit, fact }
}

export async function readSealedPeriods(db: Db): Promise<SealedPeriods> {
  const { rows } = await sql<Omit<SealedPeriod, 'figures'> & { fact: SealFact }>`
    SELECT c.version, c.currency, c.kind, c.publisher, c.part AS unit, c.date AS "from", c.fact,
      e.created_at AS "sealedAt", e.id AS "auditEntry"
    FROM ${liveFacts('sealed period')} CROSS JOIN LATERAL ${joinEntry('c.version')} e`.execute(db)
  return new SealedPeriods(rows.map(({ fact, ...row }) => ({ ...row, figures: readFigures(fact) })))
}

function readFigures(fact: SealFact): PeriodFigures {
  return {
    opening: fact.opening && asNumber(fact.opening),
    closing: asNumber(fact.closing),
    averagePublished: asNumber(fact.average_published),
    averageCalendar: asNumber(fact.average_calendar),
    min: asNumber(fact.min),
    max: asNumber(fact.max),
  }
}

const asText = <T extends { readonly rate: Rate }>({ rate, ...rest }: T) => ({
  ...rest,
  rate: formatRate(rate),
})
const asNumber = <T extends { readonly rate: string }>({ rate, ...rest }: T) => ({
  ...rest,
  rate: rateOf(rate),
})

/** With the feed off, the rates of the last one still count. */
export async function readFollowedFeed(
  trx: Transaction,
  configured: Config['rateFeed'],
): Promise<RateFeedName | null> {
  if (configured !== 'off') return configured
  const row = await trx
    .selectFrom('rate_feed_state')
    .select('feed')
    .where('last_success_at', 'is not', null)
    .orderBy(sql`last_success_at`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.feed ?? null
}

export interface FeedStatus {
  readonly lastSuccessAt: Date | null
  readonly failing: boolean
  readonly publisherError: PublisherError | null
  /** By another path than the publisher's pages. */
  readonly isStoodInFor: boolean
  /** Days that the feed answered for. */
  readonly answers: ReadonlyMap<RateKind, ReadonlyMap<CalendarDate, 'final' | 'so far'>>
}

export const NO_FEED_STATUS: FeedStatus = {
  lastSuccessAt: null,
  failing: false,
  publisherError: null,
  isStoodInFor: false,
  answers: new Map(),
}

export async function readFeedStatus(db: Db, feed: RateFeedName | null): Promise<FeedStatus> {
  const row = feed
    ? await db
        .selectFrom('rate_feed_state')
        .select(['last_success_at', 'failure', 'publisher_error', 'stood_in_for'])
        .where('feed', '=', feed)
        .executeTakeFirst()
    : undefined
  if (!row || !feed) return NO_FEED_STATUS
  return {
    lastSuccessAt: row.last_success_at,
    failing: row.failure !== null,
    publisherError: row.publisher_error,
    isStoodInFor: row.stood_in_for,
    answers: await readAnswers(db, feed),
  }
}

async function readAnswers(db: Db, feed: RateFeedName): Promise<FeedStatus['answers']> {
  const rows = await db
    .selectFrom('feed_answer')
    .select(['kind', 'date', 'is_final'])
    .where('feed', '=', feed)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, days]) => [
      kind,
      new Map(days.map((day) => [day.date, day.is_final ? 'final' : 'so far'])),
    ]),
  )
}
