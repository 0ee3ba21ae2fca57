import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { key, type RateKey, type Series } from '../../domain/series.ts'
import { rateName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { isFromFeed, recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { lockFacts, removeSample } from '../rates/write-rates.ts'
import type { PublishedRate } from './rate-feed.ts'

export interface Imported {
  readonly added: number
  readonly corrected: readonly Correction[]
  readonly unchanged: number
  readonly refused: readonly string[]
}

interface Correction extends Series {
  readonly date: CalendarDate
  readonly from: Rate
  readonly to: Rate
}

type KnownRate = (series: Series, date: CalendarDate) => Rate | undefined

/**
 * Holds the lock of the facts. The first rates replace the sample. One audit entry if anything
 * changed.
 */
export async function importRates(
  trx: Transaction,
  feed: RateFeedName,
  published: readonly PublishedRate[],
  at: Date,
): Promise<Imported> {
  if (published.length === 0) return { added: 0, corrected: [], unchanged: 0, refused: [] }
  await lockFacts(trx)
  const days = published.map(({ date }) => date).sort()
  const known = await readKnownRates(trx, feed, days[0] ?? '', days.at(-1) ?? '')
  const refused = implausible(published, known)
  const rates = published.filter((each) => !refused.includes(each))
  const added = rates.filter((each) => known(each, each.date) === undefined)
  const corrected = rates.flatMap(({ rate, ...day }): Correction[] => {
    const from = known(day, day.date)
    return from === undefined || from === rate ? [] : [{ ...day, from, to: rate }]
  })
  await publishRates(trx, feed, added)
  await publishRates(
    trx,
    feed,
    corrected.map(({ to, ...each }) => ({ ...each, rate: to })),
  )
  const sampleRemoved = rates.length > 0 && (await removeSample(trx))
  if (added.length + corrected.length > 0 || sampleRemoved) {
    const counts = { added: added.length, corrected: corrected.length }
    const description = t.auditText.feedImported({ feed, ...counts, sampleRemoved })
    await recordAuditEntry(trx, { actor: SYSTEM, at }, 'import exchange rates', description, {
      metadata: { feed },
    })
  }
  return {
    added: added.length,
    corrected,
    unchanged: rates.length - added.length - corrected.length,
    refused: refused.map(
      (each) =>
        `The ${rateName(each)} ${formatRate(each.rate)} for ${formatDay(each.date)} is too far ` +
        'from the days around it',
    ),
  }
}

export async function readKnownRates(
  db: Db,
  feed: RateFeedName,
  from: CalendarDate | '',
  to: CalendarDate | '',
): Promise<KnownRate> {
  const rows = await db
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date', 'rate'])
    .where(isFromFeed(feed))
    .where(sql<boolean>`date BETWEEN ${from}::date - ${sql.lit(NEAR_DAYS)} AND ${to}::date`)
    .execute()
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
    rates.map(({ currency, kind, date, rate }) => {
      return { currency, kind, date, source, rate: formatRate(rate) }
    }),
  )
}

/** In March 2022 the rupee lost half; a moved decimal point is a factor of 10. */
const LARGEST_FACTOR = 3
const NEAR_DAYS = 7

/** Compares with the week before, otherwise with the median of the run and the usual rate. */
export function implausible(
  published: readonly PublishedRate[],
  known: KnownRate,
): readonly PublishedRate[] {
  const medians = new Map(
    [...Map.groupBy(published, (each) => key(each))].map(([series, rates]) => {
      const sorted = rates.map(({ rate }) => rate).sort((one, other) => one - other)
      return [series, sorted[Math.floor(sorted.length / 2)]]
    }),
  )
  return published.filter((each) => {
    const near = ratesBefore(each, known)[0]
    if (near !== undefined) return isFar(each.rate, near)
    return (
      isFar(each.rate, medians.get(key(each)) ?? each.rate) || !isUsual(each.rate, each.currency)
    )
  })
}

const ratesBefore = (rate: PublishedRate, known: KnownRate): readonly Rate[] =>
  Array.from({ length: NEAR_DAYS }, (_, index) =>
    known(rate, addDays(rate.date, -1 - index)),
  ).filter((each) => each !== undefined)

const isFar = (rate: number, anchor: number) =>
  rate > anchor * LARGEST_FACTOR || rate < anchor / LARGEST_FACTOR
