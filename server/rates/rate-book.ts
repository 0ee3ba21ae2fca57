import { fromDayNumber, toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  countingSources,
  rateThatCounts,
  type DayRate,
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
import { NO_HOLIDAYS, type Holidays } from '../calendar/read-holidays.ts'
import type { CustomsWeeks } from './read-customs-weeks.ts'
import { NO_FEED_STATUS, type FeedStatus } from './read-feed-status.ts'
import type { Policies } from './read-policies.ts'
import { SealedPeriods } from './read-seals.ts'

export interface RateRevision extends Series {
  readonly version: number
  readonly date: CalendarDate
  readonly source: RateSource
  readonly rate: Rate | null
}

/** `now` is null if the day has no rate any more. */
export interface RateChanged extends Series {
  readonly version: number
  readonly date: CalendarDate
  readonly now: DayRate | null
}

export type OtherFacts = Pick<RateBook, 'customsWeeks' | 'holidays' | 'policies' | 'sealed'>

type Columns = ReadonlyMap<RateSource, RateColumn>
const NO_COLUMNS: Columns = new Map()

/** Every rate that counts, in memory. `live-rate-book.ts` keeps it current. */
export class RateBook {
  readonly feed: RateFeedName | null
  /** Stored rates count, but nothing new is fetched. */
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

  get hasSample(): boolean {
    return allSeries().some((series) => this.column(series, 'sample')?.oldest() !== undefined)
  }

  rateOn(series: Series, date: CalendarDate): DayRate | undefined {
    return this.rateOnDay(this.columnsOf(series), toDayNumber(date))
  }

  rateFrom(series: Series, date: CalendarDate, source: RateSource): Rate | undefined {
    return this.column(series, source)?.get(toDayNumber(date))
  }

  /** Also under a manual rate. */
  publishedOn(series: Series, date: CalendarDate): DayRate | undefined {
    return this.rateOnDay(this.columnsOf(series), toDayNumber(date), this.published)
  }

  /** Without `publisher`: those of the main series. */
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

  newestPublishedDay(series: readonly Series[], date: CalendarDate): CalendarDate | undefined {
    const columns = series.flatMap((each) =>
      this.published.flatMap((source) => this.column(each, source) ?? []),
    )
    const newest = newestDay(columns, toDayNumber(date))
    return newest === undefined ? undefined : fromDayNumber(newest)
  }

  /** Only days with a rate of their own, ascending. */
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

  /** An answer on an earlier day says nothing of the rest of it. */
  isAnswered({ kind, publisher }: Series, date: CalendarDate, today: CalendarDate): boolean {
    if (publisher) return false
    const answer = this.feedStatus.answers.get(kind)?.get(date)
    return answer === 'final' || (answer === 'so far' && date === today)
  }

  oldest(series: Series): CalendarDate | undefined {
    const day = oldestDay(this.columnsOf(series))
    return day === undefined ? undefined : fromDayNumber(day)
  }

  ratesOf(series: Series): SeriesRates {
    const columns = this.columnsOf(series)
    const strongestFirst = this.sources.flatMap((source) => columns.get(source) ?? [])
    return {
      on: (day) => rateThatCounts(strongestFirst, (column) => column.get(day)),
      newestUpTo: (day) => newestDay(strongestFirst, day),
      oldest: oldestDay(columns),
      isAnswered: (date, today) => this.isAnswered(series, date, today),
    }
  }

  /** Returns undefined if a stronger source hides the change. */
  apply(revision: RateRevision): RateChanged | undefined {
    const { version, currency, kind, publisher, date, source, rate } = revision
    const before = this.rateOn(revision, date)
    this.put(revision, source, toDayNumber(date), rate)
    this.version = Math.max(this.version, version)
    const now = this.rateOn(revision, date)
    const same = before?.rate === now?.rate && before?.source === now?.source
    return same ? undefined : { version, currency, kind, publisher, date, now: now ?? null }
  }

  /** Ignores sources, banks and currencies that do not count. */
  put(series: Series, source: RateSource, day: number, rate: Rate | null): void {
    const column =
      this.column(series, source) ?? (rate === null ? undefined : this.addColumn(series, source))
    column?.set(day, rate)
  }

  /** Yields the days of a series as `20725:3309054,…`: day number and rate. */
  *columnTexts(): Generator<{ series: Series; source: RateSource; text: string }> {
    for (const series of [...allSeries(), ...bankSeries()])
      for (const source of series.publisher ? (['manual'] as const) : this.sources) {
        const days = this.daysFrom(series, source)
        yield { series, source, text: days.map((pair) => pair.join(':')).join(',') }
      }
  }

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

  private addColumn(series: Series, source: RateSource): RateColumn | undefined {
    const { currency, publisher } = series
    if (!this.sources.includes(source) || !isCurrency(currency)) return undefined
    if (publisher && !isPublisher(publisher)) return undefined
    const column = new RateColumn()
    this.columns.getOrInsertComputed(key(series), () => new Map()).set(source, column)
    return column
  }
}

class RateColumn {
  private readonly rates = new Map<number, Rate>()
  /** No day outside has a rate; days within may have none. */
  private first = Infinity
  private last = -Infinity

  get(day: number): Rate | undefined {
    return this.rates.get(day)
  }

  set(day: number, rate: Rate | null): void {
    if (rate === null) {
      this.rates.delete(day)
      return
    }
    this.rates.set(day, rate)
    this.first = Math.min(this.first, day)
    this.last = Math.max(this.last, day)
  }

  count(from: number, to: number): number {
    if (from <= this.first && to >= this.last) return this.rates.size
    let found = 0
    for (const day of this.rates.keys()) if (day >= from && day <= to) found++
    return found
  }

  entries(): [day: number, rate: Rate][] {
    return [...this.rates].sort(([one], [other]) => one - other)
  }

  newestUpTo(day: number): number | undefined {
    for (let each = Math.min(day, this.last); each >= this.first; each--)
      if (this.rates.has(each)) return each
    return undefined
  }

  oldest(from = this.first): number | undefined {
    for (let day = Math.max(from, this.first); day <= this.last; day++)
      if (this.rates.has(day)) return day
    return undefined
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
