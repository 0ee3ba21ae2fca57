import { sql } from 'kysely'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { withoutContradictions, type FurtherRate } from './rate-feed.ts'

/** Days that are kept: so many the Central Bank's pages give at once. */
export const FURTHER_DAYS = 60
/** What `numeric(20, 8)` holds, and a feed's decimals have at most 8 places. */
const [MAX_AMOUNT, DECIMALS] = [1e12, 8]

/** A feed's number as a decimal, or undefined where it can be no amount. */
export function amountFromFeed(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(value > 0 && value < MAX_AMOUNT)) return undefined
  const text = value.toFixed(DECIMALS)
  return Number(text) > 0 ? text : undefined
}

/**
 * Keeps what a feed says of further currencies: another value of a day replaces the first, days
 * before the newest `FURTHER_DAYS` go. A value more than three times, or less than a third of, one
 * of the week before is no exchange rate's and is left out, and so are two of one day.
 */
export async function keepFurtherRates(
  trx: Transaction,
  feed: RateFeedName,
  rates: readonly FurtherRate[],
  at: Date,
): Promise<void> {
  const firstDay = addDays(dayInColombo(at), 1 - FURTHER_DAYS)
  const { kept } = withoutContradictions(rates.filter(({ date }) => date >= firstDay))
  if (kept.length === 0) return
  await sql`
    INSERT INTO further_rate (feed, currency, date, rupees, units, fetched_at)
    SELECT ${feed}, currency, date, rupees, units, ${at}
    FROM unnest(${kept.map(({ currency }) => currency)}::text[],
    ${kept.map(({ date }) => date)}::date[],
      ${kept.map(({ rupees }) => rupees)}::numeric[], ${kept.map(({ units }) => units)}::numeric[])
      AS given (currency, date, rupees, units)
    WHERE NOT EXISTS (
      SELECT FROM further_rate AS near
      WHERE near.feed = ${feed} AND near.currency = given.currency AND near.date BETWEEN given.date
      - 7 AND given.date - 1
        AND (given.rupees * near.units) / (given.units * near.rupees) NOT BETWEEN 1 / 3.0 AND 3)
    ON CONFLICT (feed, currency, date) DO UPDATE
      SET rupees = excluded.rupees, units = excluded.units, fetched_at = excluded.fetched_at
      WHERE (further_rate.rupees, further_rate.units) <> (excluded.rupees, excluded.units)`.execute(
    trx,
  )
  await trx
    .deleteFrom('further_rate')
    .where('feed', '=', feed)
    .where('date', '<', firstDay)
    .execute()
}

/** Whether anything of further currencies is kept of a feed. */
export async function hasFurtherRates(db: Db, feed: RateFeedName): Promise<boolean> {
  const row = await db
    .selectFrom('further_rate')
    .select('feed')
    .where('feed', '=', feed)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
