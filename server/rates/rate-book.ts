import { fromDayNumber, toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  countingSources,
  rateThatCounts,
  type DayRate,
  type PagesError,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import { isCurrency } from '../../domain/currency.ts'
import type { Rate } from '../../domain/money.ts'
import type { SeriesRates } from '../../domain/period.ts'
import {
  allSeries,
  bankSeries,
  isPublisher,
  key,
  type RateKey,
  type Series,
} from '../../domain/series.ts'
import { NO_HOLIDAYS, type Holidays } from '../calendar/calendar-queries.ts'
import type { Policies } from './policy-queries.ts'
import type { CustomsWeeks } from './customs-weeks.ts'
import { RateColumn } from './rate-column.ts'
import { SealedPeriods } from './sealed-periods.ts'

/**
 * One change of one source's rate of a day; null takes it away. `version` rises with every change.
 */
export interface RateRevision extends Series {
  readonly version: number
  readonly date: CalendarDate
  readonly source: RateSource
  readonly rate: Rate | null
}

/** What a revision did to *the* rate of a day: null where the day now has none. */
export interface RateChanged extends Series {
  readonly version: number
  readonly date: CalendarDate
  readonly now: DayRate | null
}

/** The public state of the feed. */
export interface FeedStatus {
  readonly lastSuccessAt: Date | null
  readonly failing: boolean
  /** What is wrong with the publisher's own pages; null for nothing. */
  readonly pagesError: PagesError | null
  /** Whether the rates come by another path than these pages. */
  readonly isStoodInFor: boolean
}

/** The state of a feed before anything is known of it. */
export const NO_FEED_STATUS: FeedStatus = {
  lastSuccessAt: null,
  failing: false,
  pagesError: null,
  isStoodInFor: false,
}

/** What counts beside rates. */
export type OtherFacts = Pick<RateBook, 'customsWeeks' | 'holidays' | 'policies' | 'sealed'>

/** The rates of one series, from each source that counts. */
type Columns = ReadonlyMap<RateSource, RateColumn>
const NO_COLUMNS: Columns = new Map()

/**
 * Every rate that counts, in memory, by series and source. It does no I/O; `live-rate-book.ts`
 * keeps it current.
 */
export class RateBook {
  /** The feed whose rates stand under the manual ones; null where none is followed. */
  readonly feed: RateFeedName | null
  /** Whether that is so only of the rates there are: nothing new is fetched. */
  isFeedOff = false
  version = 0
  feedStatus: FeedStatus = NO_FEED_STATUS
  sealed = new SealedPeriods()
  customsWeeks: CustomsWeeks = new Map()
  holidays: Holidays = NO_HOLIDAYS
  policies: Policies = new Map()
  private readonly sources: readonly RateSource[]
  private readonly published: readonly RateSource[]
  private readonly columns = new Map<RateKey, Map<RateSource, RateColumn>>()

  constructor(feed: RateFeedName | null) {
    this.feed = feed
    this.sources = countingSources(feed)
    this.published = this.sources.filter((source) => source !== 'manual')
  }

  /** Whether the bundled sample is among what is shown. */
  get hasSample(): boolean {
    return allSeries().some((series) => this.column(series, 'sample')?.oldest() !== undefined)
  }

  get bytes(): number {
    const columns = [...this.columns.values()].flatMap((each) => [...each.values()])
    return columns.reduce((sum, column) => sum + column.bytes, 0)
  }

  /** The rate of exactly this day, from the strongest source that has one. */
  rateOn(series: Series, date: CalendarDate): DayRate | undefined {
    return this.rateOnDay(this.columnsOf(series), toDayNumber(date))
  }

  /** What one source says of a day, stronger or not. */
  rateFrom(series: Series, date: CalendarDate, source: RateSource): Rate | undefined {
    return this.column(series, source)?.get(toDayNumber(date))
  }

  /** What the feed, or the sample in its place, says of a day, whatever was entered over it. */
  publishedOn(series: Series, date: CalendarDate): DayRate | undefined {
    return this.rateOnDay(this.columnsOf(series), toDayNumber(date), this.published)
  }

  /** How many entries by hand there are, of the main series, a bank or `all`. */
  countManual(within: Partial<Series & { from: CalendarDate; to: CalendarDate }> = {}): number {
    const from = within.from === undefined ? -Infinity : toDayNumber(within.from)
    const to = within.to === undefined ? Infinity : toDayNumber(within.to)
    const { publisher } = within
    return [...allSeries(), ...bankSeries()]
      .filter((each) => publisher === 'all' || (each.publisher ?? '') === (publisher ?? ''))
      .filter(({ currency }) => within.currency === undefined || currency === within.currency)
      .filter(({ kind }) => within.kind === undefined || kind === within.kind)
      .map((series) => this.column(series, 'manual')?.count(from, to) ?? 0)
      .reduce((sum, count) => sum + count, 0)
  }

  newestUpTo(series: Series, date: CalendarDate): DayRate | undefined {
    const columns = this.columnsOf(series)
    const newest = newestDay([...columns.values()], toDayNumber(date))
    return newest === undefined ? undefined : this.rateOnDay(columns, newest)
  }

  nextDay(series: Series, date: CalendarDate): CalendarDate | undefined {
    const day = oldestDay(this.columnsOf(series), toDayNumber(date) + 1)
    return day === undefined ? undefined : fromDayNumber(day)
  }

  /**
   * The newest day up to a day for which the feed, or the sample in its place, gives a rate of any
   * of the series.
   */
  newestPublishedDay(series: readonly Series[], date: CalendarDate): CalendarDate | undefined {
    const columns = series.flatMap((each) =>
      this.published.flatMap((source) => this.column(each, source) ?? []),
    )
    const newest = newestDay(columns, toDayNumber(date))
    return newest === undefined ? undefined : fromDayNumber(newest)
  }

  /** The days from `from` to `to`, both included, that have a rate of their own, ascending. */
  ratesFromTo(series: Series, from: CalendarDate, to: CalendarDate): DayRate[] {
    const columns = this.columnsOf(series)
    const rates: DayRate[] = []
    const first = Math.max(toDayNumber(from), oldestDay(columns) ?? Infinity)
    for (let day = first; day <= toDayNumber(to); day++) {
      const rate = this.rateOnDay(columns, day)
      if (rate) rates.push(rate)
    }
    return rates
  }

  oldest(series: Series): CalendarDate | undefined {
    const day = oldestDay(this.columnsOf(series))
    return day === undefined ? undefined : fromDayNumber(day)
  }

  /** The rates of a series by day number, for walks over years. */
  ratesOf(series: Series): SeriesRates {
    const columns = this.columnsOf(series)
    const strongestFirst = this.sources.flatMap((source) => columns.get(source) ?? [])
    return {
      on: (day) => rateThatCounts(strongestFirst, (column) => column.get(day)),
      newestUpTo: (day) => newestDay(strongestFirst, day),
      oldest: oldestDay(columns),
    }
  }

  /**
   * Takes a revision in. Gives what changed for a reader, undefined where a stronger source hides
   * it.
   */
  apply(revision: RateRevision): RateChanged | undefined {
    const { version, currency, kind, publisher, date, source, rate } = revision
    const before = this.rateOn(revision, date)
    this.put(revision, source, toDayNumber(date), rate)
    this.version = Math.max(this.version, version)
    const now = this.rateOn(revision, date)
    const same = before?.rate === now?.rate && before?.source === now?.source
    return same ? undefined : { version, currency, kind, publisher, date, now: now ?? null }
  }

  /**
   * Sets what a source says of a day; sources, banks and currencies that do not count are ignored.
   */
  put(series: Series, source: RateSource, day: number, rate: Rate | null): void {
    const column =
      this.column(series, source) ?? (rate === null ? undefined : this.make(series, source))
    column?.set(day, rate)
  }

  /** Each series from each source that counts, as the text `20725:3309054,…` of its days. */
  *columnTexts(): Generator<{ series: Series; source: RateSource; text: string }> {
    for (const series of [...allSeries(), ...bankSeries()])
      for (const source of series.publisher ? (['manual'] as const) : this.sources) {
        const days = this.daysFrom(series, source)
        yield { series, source, text: days.map((pair) => pair.join(':')).join(',') }
      }
  }

  /** What one source says of a series: day numbers with their rates, ascending. */
  daysFrom(series: Series, source: RateSource): [day: number, rate: Rate][] {
    return this.column(series, source)?.entries() ?? []
  }

  private rateOnDay(columns: Columns, day: number, sources = this.sources): DayRate | undefined {
    return rateThatCounts(sources, (source) => {
      const rate = columns.get(source)?.get(day)
      return rate === undefined ? undefined : { date: fromDayNumber(day), rate, source }
    })
  }

  private columnsOf(series: Series): Columns {
    return this.columns.get(key(series)) ?? NO_COLUMNS
  }

  private column(series: Series, source: RateSource): RateColumn | undefined {
    return this.columnsOf(series).get(source)
  }

  private make(series: Series, source: RateSource): RateColumn | undefined {
    const { currency, publisher } = series
    if (!this.sources.includes(source) || !isCurrency(currency)) return undefined
    if (publisher && !isPublisher(publisher)) return undefined
    const column = new RateColumn()
    this.columns.getOrInsertComputed(key(series), () => new Map()).set(source, column)
    return column
  }
}

function newestDay(columns: readonly RateColumn[], day: number): number | undefined {
  const newest = columns
    .map((column) => column.newestUpTo(day))
    .filter((each) => each !== undefined)
  return newest.length === 0 ? undefined : Math.max(...newest)
}

function oldestDay(columns: Columns, from?: number): number | undefined {
  const days = [...columns.values()]
    .map((column) => column.oldest(from))
    .filter((each) => each !== undefined)
  return days.length === 0 ? undefined : Math.min(...days)
}
