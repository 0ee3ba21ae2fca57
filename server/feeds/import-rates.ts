import { sql } from 'kysely'
import { type CalendarDate } from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import { key, type RateKey, type Series } from '../../domain/series.ts'
import { rateName } from '../../text/names.ts'
import { SYSTEM } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { isFromFeed, recordChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { lockFacts, removeSample } from '../rates/write-rates.ts'
import { implausible, NEAR_DAYS } from './implausible-rate.ts'
import type { PublishedRate } from './rate-feed.ts'
import { formatDay, t } from '../../text/sentences.ts'

export interface Imported {
  readonly added: number
  readonly corrected: readonly Correction[]
  readonly unchanged: number
  readonly refused: readonly string[]
}

/** A feed said one thing of a day before and says another now. */
export interface Correction extends Series {
  readonly date: CalendarDate
  readonly from: Rate
  readonly to: Rate
}

export const NOTHING: Imported = { added: 0, corrected: [], unchanged: 0, refused: [] }

/**
 * Takes a feed's rates in by day: new ones are added, other values correct, equal ones change
 * nothing. The sample goes with the first. One audit entry, where anything changed.
 */
export async function importRates(
  trx: Transaction,
  feed: RateFeedName,
  given: readonly PublishedRate[],
  at: Date,
): Promise<Imported> {
  if (given.length === 0) return NOTHING
  await lockFacts(trx)
  const known = await knownRates(trx, feed, given)
  const refused = implausible(given, (series, date) => known.get(key(series, date)))
  const rates = given.filter((each) => !refused.includes(each))
  const added = rates.filter((each) => !known.has(key(each, each.date)))
  const corrected = rates.flatMap(({ rate, ...day }): Correction[] => {
    const from = known.get(key(day, day.date))
    return from === undefined || from === rate ? [] : [{ ...day, from, to: rate }]
  })
  await publishRates(trx, feed, added)
  await publishRates(
    trx,
    feed,
    corrected.map(({ to, ...each }) => ({ ...each, rate: to })),
  )
  const sampleRemoved = rates.length > 0 && (await removeSample(trx))
  const imported = {
    added: added.length,
    corrected,
    unchanged: rates.length - added.length - corrected.length,
    refused: refused.map(
      (each) =>
        `The ${rateName(each)} ${formatRate(each.rate)} for ${formatDay(each.date)} is too far ` +
        'from the days around it',
    ),
  }
  if (added.length + corrected.length > 0 || sampleRemoved)
    await recordImport(trx, feed, imported, { sampleRemoved, at })
  return imported
}

export function together(one: Imported, other: Imported): Imported {
  return {
    added: one.added + other.added,
    corrected: [...one.corrected, ...other.corrected],
    unchanged: one.unchanged + other.unchanged,
    refused: [...new Set([...one.refused, ...other.refused])],
  }
}

async function recordImport(
  trx: Transaction,
  feed: RateFeedName,
  { added, corrected }: Imported,
  details: { sampleRemoved: boolean; at: Date },
): Promise<void> {
  const description = t.auditText.feedImported({
    feed,
    added,
    corrected: corrected.length,
    sampleRemoved: details.sampleRemoved,
  })
  await recordAuditEntry(
    trx,
    { actor: SYSTEM, at: details.at },
    'import exchange rates',
    description,
    {
      metadata: { feed },
    },
  )
}

/** What a feed has said of the days that it gives now, and of those just before. */
async function knownRates(
  trx: Transaction,
  feed: RateFeedName,
  given: readonly PublishedRate[],
): Promise<Map<RateKey, Rate>> {
  const days = given.map(({ date }) => date).sort()
  const from = sql`${days[0]}::date - ${sql.lit(NEAR_DAYS)}`
  const rows = await trx
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date', 'rate'])
    .where(isFromFeed(feed))
    .where(sql<boolean>`date BETWEEN ${from} AND ${days.at(-1)}`)
    .execute()
  return new Map(rows.map((row) => [key(row, row.date), rateOf(row.rate)]))
}

/** Writes what a publisher says of days, each of a series at most once. */
export async function publishRates(
  trx: Transaction,
  source: RateFeedName | 'sample',
  rates: readonly (Series & { readonly date: CalendarDate; readonly rate: Rate })[],
): Promise<void> {
  if (rates.length === 0) return
  await recordChanges(
    trx,
    rates.map(({ currency, kind, date, rate }) => ({
      currency,
      kind,
      date,
      source,
      rate: formatRate(rate),
    })),
  )
}
