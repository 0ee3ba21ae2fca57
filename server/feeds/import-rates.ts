import { sql } from 'kysely'
import { addDays, daysFromTo, isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { key, type RateKey, type Series } from '../../domain/series.ts'
import { rateName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { LIVE_FACTS, recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { lockFacts, removeSample } from '../rates/write-rates.ts'
import type { KnownRate, PublishedRate, ReadRates } from './rate-feed.ts'

export interface Imported {
  readonly added: number
  readonly corrected: number
  readonly refused: readonly string[]
  /** Sentences about figures: those that are refused, and those that are kept though unusual. */
  readonly doubted: readonly string[]
}

/**
 * Holds the lock of the facts. The first rates replace the sample. One audit entry if anything
 * changed.
 */
export async function importRates(
  trx: Transaction,
  feed: RateFeedName,
  published: readonly PublishedRate[],
  at: Date,
): Promise<Imported & { readonly refusedDays: readonly CalendarDate[] }> {
  const days = published.map(({ date }) => date).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined)
    return { added: 0, corrected: 0, refused: [], refusedDays: [], doubted: [] }
  await lockFacts(trx)
  const known = await readKnownRates(trx, feed, from, to)
  const { rates, refused, refusedDays } = checkRates(published, known)
  const changed = rates.filter((each) => known(each, each.date) !== each.rate)
  const corrected = changed.filter((each) => known(each, each.date) !== undefined).length
  const counts = { added: changed.length - corrected, corrected }
  await publishRates(trx, feed, changed)
  const sampleRemoved = rates.length > 0 && (await removeSample(trx))
  if (changed.length > 0 || sampleRemoved) {
    const description = t.auditText.feedImported({ feed, ...counts, sampleRemoved })
    await recordAuditEntry(trx, { actor: SYSTEM, at }, 'import exchange rates', description, {
      metadata: { feed },
    })
  }
  return { ...counts, refused, refusedDays, doubted: doubtWeekends(feed, changed) }
}

/** The market mid of the other feed has values on weekends. */
function doubtWeekends(feed: RateFeedName, rates: readonly PublishedRate[]): string[] {
  if (feed !== 'cbsl') return []
  const days = new Set(rates.map(({ date }) => date).filter(isWeekend))
  return [...days].map((date) => `The rates for ${formatDay(date)} are of a weekend`)
}

export async function readKnownRates(
  db: Db,
  feed: RateFeedName,
  from: CalendarDate,
  to: CalendarDate,
): Promise<KnownRate> {
  const { rows } = await sql<Series & { date: CalendarDate; rate: string }>`
    SELECT currency, kind, date, rate FROM ${LIVE_FACTS} live
    WHERE source = ${feed}
      AND date BETWEEN ${addDays(from, -NEAR_DAYS)} AND ${addDays(to, NEAR_DAYS)}`.execute(db)
  const rates = new Map<RateKey, Rate>(rows.map((row) => [key(row, row.date), rateOf(row.rate)]))
  return (series, date) => rates.get(key(series, date))
}

export async function publishRates(
  trx: Transaction,
  source: RateFeedName | 'sample',
  rates: readonly PublishedRate[],
): Promise<void> {
  if (rates.length === 0) return
  await recordChanges(
    trx,
    rates.map((each) => ({ ...each, source, rate: formatRate(each.rate) })),
  )
}

/** In March 2022 the rupee lost half; a moved decimal point is a factor of 10. */
const LARGEST_FACTOR = 3
const NEAR_DAYS = 7

/** With fewer, two pegged currencies such as the dollars of Brunei and Singapore may be equal. */
const LEAST_EQUAL = 3

/**
 * Keeps each day's rate once. Refuses two values for a day, implausible ones, and one value for all
 * currencies of a day.
 */
export function checkRates(
  published: readonly PublishedRate[],
  known: KnownRate,
): Required<ReadRates> {
  const medians = new Map(
    [...Map.groupBy(published, (each) => key(each))].map(([series, rates]) => {
      const sorted = rates.map(({ rate }) => rate).sort((one, other) => one - other)
      return [series, sorted[Math.floor(sorted.length / 2)]]
    }),
  )
  const lastDay = published
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const rates: PublishedRate[] = []
  const refused: string[] = []
  const refusedDays: CalendarDate[] = []
  const isOneValue = findOneValue(published)
  for (const values of Map.groupBy(published, (each) => key(each, each.date)).values()) {
    const [value, ...others] = values as [PublishedRate, ...PublishedRate[]]
    const day = formatDay(value.date)
    const left = refused.length
    if (isOneValue(value))
      refused.push(`All rates of one kind for ${day} are ${formatRate(value.rate)}`)
    else if (others.some(({ rate }) => rate !== value.rate))
      refused.push(`There are two values of the ${rateName(value)} for ${day}`)
    else if (!isPlausible(value, known, lastDay, medians.get(key(value))))
      refused.push(
        `The ${rateName(value)} ${formatRate(value.rate)} for ${day} is too far from the days ` +
          'around it',
      )
    else rates.push(value)
    if (refused.length > left) refusedDays.push(value.date)
  }
  return { rates, refused: [...new Set(refused)], refusedDays: [...new Set(refusedDays)] }
}

function findOneValue(published: readonly PublishedRate[]): (rate: PublishedRate) => boolean {
  const dayOf = ({ kind, date }: PublishedRate) => `${kind} ${date}`
  const days = Map.groupBy(published, dayOf)
  return (rate) => {
    const all = days.get(dayOf(rate)) ?? []
    const currencies = new Set(all.map(({ currency }) => currency))
    return currencies.size >= LEAST_EQUAL && all.every((each) => each.rate === rate.rate)
  }
}

/**
 * Compares with the week before, otherwise with the median of the run and with the first known rate
 * after it, or with the usual rate. An archive arrives backwards, and of currencies that lost much.
 */
function isPlausible(
  value: PublishedRate,
  known: KnownRate,
  lastDay: CalendarDate | undefined,
  median = value.rate,
): boolean {
  const isNear = (anchor: Rate) =>
    value.rate <= anchor * LARGEST_FACTOR && value.rate >= anchor / LARGEST_FACTOR
  for (let day = 1; day <= NEAR_DAYS; day++) {
    const before = known(value, addDays(value.date, -day))
    if (before !== undefined) return isNear(before)
  }
  const after = (lastDay ? daysFromTo(addDays(lastDay, 1), addDays(lastDay, NEAR_DAYS)) : [])
    .map((day) => known(value, day))
    .find((rate) => rate !== undefined)
  return isNear(median) && (after ? isNear(after) : isUsual(value.rate, value.currency))
}
