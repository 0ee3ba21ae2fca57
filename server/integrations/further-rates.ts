import type { FastifyBaseLogger } from 'fastify'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { FurtherCurrency } from '../../domain/integrations/further-currency.ts'
import type { Worth } from '../../domain/integrations/cross-rate.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { sharedRefresh } from '../database/refresh.ts'
import type { Db } from '../database/schema.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'

/** What a further currency is worth on a day. */
export interface DatedWorth {
  readonly date: CalendarDate
  readonly rate: Worth
}

/** What the followed feed says of currencies that are none of the product's. */
export class FurtherRates {
  /** Each currency's newest days, ascending. */
  private readonly days: ReadonlyMap<FurtherCurrency, ReadonlyMap<CalendarDate, Worth>>

  constructor(days: ReadonlyMap<FurtherCurrency, ReadonlyMap<CalendarDate, Worth>> = new Map()) {
    this.days = days
  }

  /** The currencies of which anything is known. */
  get codes(): readonly FurtherCurrency[] {
    return [...this.days.keys()]
  }

  newestUpTo(currency: FurtherCurrency, date: CalendarDate): DatedWorth | undefined {
    const newest = [...(this.days.get(currency) ?? [])].findLast(([day]) => day <= date)
    return newest && { date: newest[0], rate: newest[1] }
  }

  on(currency: FurtherCurrency, date: CalendarDate): Worth | undefined {
    return this.days.get(currency)?.get(date)
  }
}

interface Options {
  readonly db: Db
  readonly liveRateBook: Pick<LiveRateBook, 'subscribe'>
  /** Null where no feed is followed: then there are none. */
  readonly feed: RateFeedName | null
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * The process's further rates, read at start and whenever the rate book hears of something new, as it does after each import. While the database
 * is away the last ones go on answering.
 */
export class LiveFurtherRates {
  rates = new FurtherRates()
  private version = ''
  /** Reads what is committed by now; a database that does not answer is tried again after the next event. */
  readonly refresh = sharedRefresh(
    () => this.read(),
    (error) =>
      this.options.log.warn(
        { err: error },
        'The rates of further currencies could not be brought up to date',
      ),
  )
  private readonly options: Options
  private readonly subscribers = new Set<() => void>()

  constructor(options: Options) {
    this.options = options
    options.liveRateBook.subscribe(({ kind }) => {
      // After an import the feed's status has changed as well; an entry by hand brings nothing here.
      if (kind !== 'rates') void this.refresh()
    })
  }

  /** Calls `subscriber` after each change. */
  subscribe(subscriber: () => void): void {
    this.subscribers.add(subscriber)
  }

  private async read(): Promise<void> {
    const { db, feed } = this.options
    if (feed === null) return
    const version = await versionOf(db, feed)
    if (version === this.version) return
    this.rates = await readFurtherRates(db, feed)
    this.version = version
    for (const subscriber of this.subscribers) subscriber()
  }
}

/** Another text whenever a value came, changed or went. */
async function versionOf(db: Db, feed: RateFeedName): Promise<string> {
  const row = await db
    .selectFrom('further_rate')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<Date | null>('fetched_at').as('newest')])
    .where('feed', '=', feed)
    .executeTakeFirstOrThrow()
  return `${row.count} ${row.newest?.toISOString() ?? ''}`
}

async function readFurtherRates(db: Db, feed: RateFeedName): Promise<FurtherRates> {
  const rows = await db
    .selectFrom('further_rate')
    .select(['currency', 'date', 'rupees', 'units'])
    .where('feed', '=', feed)
    .orderBy('currency')
    .orderBy('date')
    .execute()
  const days = Map.groupBy(rows, ({ currency }) => currency)
  return new FurtherRates(
    new Map([...days].map(([currency, each]) => [currency, new Map(each.map(worthOf))])),
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
