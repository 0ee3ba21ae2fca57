import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { FurtherCurrency } from '../../domain/integrations/further-currency.ts'
import type { Worth } from '../../domain/integrations/cross-rate.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { Db } from '../database/schema.ts'

/** What a further currency is worth on a day. */
export interface DatedWorth {
  readonly date: CalendarDate
  readonly rate: Worth
}

type Days = ReadonlyMap<FurtherCurrency, ReadonlyMap<CalendarDate, Worth>>

/** What the followed feed says of currencies that are none of the product's. */
export class FurtherRates {
  /** Another text whenever a value came, changed or went. */
  readonly version: string
  /** Each currency's newest days, ascending. */
  private readonly days: Days

  constructor(days: Days = new Map(), version = '') {
    this.days = days
    this.version = version
  }

  /** The currencies of which anything is known. */
  get codes(): readonly FurtherCurrency[] {
    return [...this.days.keys()]
  }

  newestUpTo(currency: FurtherCurrency, date: CalendarDate): DatedWorth | undefined {
    const newest = [...(this.days.get(currency) ?? [])].findLast(([day]) => day <= date)
    return newest && { date: newest[0], rate: newest[1] }
  }

  oldest(currency: FurtherCurrency): CalendarDate | undefined {
    return this.days.get(currency)?.keys().next().value
  }

  on(currency: FurtherCurrency, date: CalendarDate): Worth | undefined {
    return this.days.get(currency)?.get(date)
  }
}

/**
 * The further rates as they are in the database now, or `known` where nothing has changed since; of
 * no feed there are none.
 */
export async function readFurtherRates(
  db: Db,
  feed: RateFeedName | 'off',
  known = new FurtherRates(),
): Promise<FurtherRates> {
  if (feed === 'off') return known
  const stored = db.selectFrom('further_rate').where('feed', '=', feed)
  const { count, newest } = await stored
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max<Date | null>('fetched_at').as('newest'),
    ])
    .executeTakeFirstOrThrow()
  const version = `${count} ${newest?.toISOString() ?? ''}`
  if (version === known.version) return known
  const rows = await stored
    .select(['currency', 'date', 'rupees', 'units'])
    .orderBy('currency')
    .orderBy('date')
    .execute()
  const days = Map.groupBy(rows, ({ currency }) => currency)
  return new FurtherRates(
    new Map([...days].map(([currency, each]) => [currency, new Map(each.map(worthOf))])),
    version,
  )
}

interface WorthRow {
  readonly date: CalendarDate
  readonly rupees: string
  readonly units: string
}

/** Both numbers have 8 decimals, so without the point they are in the same fraction. */
function worthOf({ date, rupees, units }: WorthRow): [CalendarDate, Worth] {
  const whole = (decimal: string) => BigInt(decimal.replace('.', ''))
  return [date, { rupees: whole(rupees), units: whole(units) }]
}
