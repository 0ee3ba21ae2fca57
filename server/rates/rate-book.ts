import {
  calendarDateOf,
  fromDayNumber,
  toDayNumber,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import {
  countingSources,
  rateThatCounts,
  type DayRate,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import { isCurrency } from '../../domain/currency.ts'
import type { Rate } from '../../domain/money.ts'
import { monthOf, type Month, type Period, type SeriesRates } from '../../domain/period.ts'
import {
  allSeries,
  isPublisher,
  key,
  seriesOf,
  type RateKey,
  type Series,
} from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { NO_HOLIDAYS, type Holidays } from '../calendar/read-holidays.ts'
import { ApiError } from '../errors.ts'
import { newestDay, oldestDay, RateColumn } from './rate-column.ts'
import {
  type CustomsWeeks,
  NO_FEED_STATUS,
  type FeedStatus,
  type Policies,
} from './read-other-facts.ts'
import { Seals, type SealedPeriod } from './seals.ts'

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

/** A change that sealed a period, as a line of `Seals`. */
interface SealRevision extends Series {
  readonly version: number
  readonly seal: string
}

export type Revision = RateRevision | SealRevision

type Columns = ReadonlyMap<RateSource, RateColumn>

interface Content {
  readonly series: Series
  readonly columns: Map<RateSource, RateColumn>
  readonly seals: Seals
}

/** The main series are loaded together, and each series of a bank by itself. */
export type Piece = typeof MAIN | RateKey
export const MAIN = 'main'
export const toPiece = (series: Series): Piece => (series.publisher ? key(series) : MAIN)
const toDate = (day: number | undefined) => (day === undefined ? undefined : fromDayNumber(day))

/**
 * Every rate that counts, in memory. `live-rate-book.ts` keeps it current. Throws 503 for a series
 * that is not loaded yet.
 */
export class RateBook {
  readonly feed: RateFeedName | null
  /** Stored rates count, but nothing new is fetched. */
  isFeedOff = false
  version = 0
  /** Counts changes of rates in place. */
  edits = 0
  feedStatus: FeedStatus = NO_FEED_STATUS
  customsWeeks: CustomsWeeks = new Map()
  holidays: Holidays = NO_HOLIDAYS
  policies: Policies = new Map()
  /** Pieces with rates in the database that are not loaded. */
  missing: Set<Piece> | 'everything'
  private readonly sources: readonly RateSource[]
  private readonly published: readonly RateSource[]
  private readonly contents = new Map<RateKey, Content>()

  constructor(feed: RateFeedName | null, missing: RateBook['missing'] = new Set()) {
    this.feed = feed
    this.missing = missing
    this.sources = countingSources(feed)
    this.published = this.sources.filter((source) => source !== 'manual')
  }

  isMissing(series: Series): boolean {
    const { missing } = this
    return missing === 'everything' || (missing.size > 0 && missing.has(toPiece(series)))
  }

  /** Takes a piece from a book that holds only this one. */
  install(piece: Piece, { contents }: RateBook): void {
    this.edits++
    for (const [name, { series }] of this.contents)
      if (toPiece(series) === piece) this.contents.delete(name)
    for (const [name, content] of contents) this.contents.set(name, content)
    if (this.missing !== 'everything') this.missing.delete(piece)
  }

  /** Loaded series of banks. */
  pieces(): ReadonlyMap<Piece, Series> {
    const banks = [...this.contents.values()].filter(({ series }) => series.publisher)
    return new Map(banks.map(({ series }) => [toPiece(series), series]))
  }

  get hasSample(): boolean {
    return allSeries().some((series) => this.column(series, 'sample')?.oldest() !== undefined)
  }

  /** Sources of its published rates. */
  get publishedSources(): RateSource[] {
    return [...(this.feed ? [this.feed] : []), ...(this.hasSample ? ['sample' as const] : [])]
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
    let count = 0
    for (const { series, columns } of this.contents.values()) {
      const isWanted =
        (publisher === 'all' || (series.publisher ?? '') === (publisher ?? '')) &&
        (within.currency === undefined || series.currency === within.currency) &&
        (within.kind === undefined || series.kind === within.kind)
      if (isWanted) count += columns.get('manual')?.count(from, to) ?? 0
    }
    return count
  }

  newestUpTo(series: Series, date: CalendarDate): DayRate | undefined {
    const columns = this.columnsOf(series)
    const newest = newestDay([...columns.values()], toDayNumber(date))
    return newest === undefined ? undefined : this.rateOnDay(columns, newest)
  }

  nextDay(series: Series, date: CalendarDate): CalendarDate | undefined {
    return toDate(oldestDay(this.columnsOf(series).values(), toDayNumber(date) + 1))
  }

  newestPublishedDay(series: readonly Series[], date: CalendarDate): CalendarDate | undefined {
    const columns = series.flatMap((each) =>
      this.published.flatMap((source) => this.column(each, source) ?? []),
    )
    return toDate(newestDay(columns, toDayNumber(date)))
  }

  /** Only days with a rate of their own, ascending. */
  ratesFromTo(series: Series, from: CalendarDate, to: CalendarDate): DayRate[] {
    const columns = this.columnsOf(series)
    const rates: DayRate[] = []
    const last = toDayNumber(to)
    let day = oldestDay(columns.values(), toDayNumber(from))
    while (day !== undefined && day <= last) {
      const rate = this.rateOnDay(columns, day)
      if (rate) rates.push(rate)
      day = oldestDay(columns.values(), day + 1)
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
    return toDate(oldestDay(this.columnsOf(series).values()))
  }

  ratesOf(series: Series): SeriesRates {
    const columns = this.columnsOf(series)
    const strongestFirst = this.sources.flatMap((source) => columns.get(source) ?? [])
    return {
      on: (day) => rateThatCounts(strongestFirst, (column) => column.get(day)),
      newestUpTo: (day) => newestDay(strongestFirst, day),
      oldest: oldestDay(columns.values()),
      isAnswered: (date, today) => this.isAnswered(series, date, today),
    }
  }

  /** Also of a series that is not loaded yet. */
  hasRateUpTo(series: Series, date: CalendarDate): boolean {
    return this.isMissing(series) || this.newestUpTo(series, date) !== undefined
  }

  isSealed(series: Series, period: Pick<Period, 'unit' | 'from'>): boolean {
    return this.contents.get(key(series))?.seals.has(period) ?? false
  }

  findSeal(series: Series, period: Pick<Period, 'unit' | 'from'>): SealedPeriod | undefined {
    this.demand(series)
    return this.contents.get(key(series))?.seals.find(period)
  }

  /** Loaded series with a rate, with their oldest month and how many months from it are sealed. */
  *sealedMonths(): Generator<{ series: Series; first: Month; sealed: number }> {
    for (const { series, columns, seals } of this.contents.values()) {
      const oldest = oldestDay(columns.values())
      if (oldest === undefined) continue
      const first = monthOf(fromDayNumber(oldest))
      yield { series, first, sealed: seals.countMonths(calendarDateOf(`${first}-01`)) }
    }
  }

  /** Returns undefined if a stronger source hides the change, or the series is not loaded. */
  apply(revision: Revision): RateChanged | undefined {
    if (this.isMissing(revision)) return undefined
    this.edits++
    if ('seal' in revision) {
      this.addSeals(revision, revision.seal)
      return undefined
    }
    const { version, currency, kind, publisher, date, source, rate } = revision
    const before = this.rateOn(revision, date)
    this.put(revision, source, toDayNumber(date), rate)
    const now = this.rateOn(revision, date)
    const same = before?.rate === now?.rate && before?.source === now?.source
    return same ? undefined : { version, currency, kind, publisher, date, now: now ?? null }
  }

  /** Ignores sources, banks and currencies that do not count. */
  put(series: Series, source: RateSource, day: number, rate: Rate | null): void {
    const columns = this.sources.includes(source) ? this.contentOf(series)?.columns : undefined
    if (rate === null) columns?.get(source)?.set(day, null)
    else columns?.getOrInsertComputed(source, () => new RateColumn()).set(day, rate)
  }

  addSeals(series: Series, lines: string): void {
    this.contentOf(series)?.seals.add(lines)
  }

  private contentOf({ currency, kind, publisher }: Series): Content | undefined {
    if (!isCurrency(currency) || (publisher && !isPublisher(publisher))) return undefined
    const series = seriesOf(currency, kind, publisher)
    return this.contents.getOrInsertComputed(key(series), () => ({
      series,
      columns: new Map(),
      seals: new Seals(),
    }))
  }

  private rateOnDay(columns: Columns, day: number, sources = this.sources): DayRate | undefined {
    return rateThatCounts(sources, (source) => {
      const rate = columns.get(source)?.get(day)
      return rate === undefined ? undefined : { date: fromDayNumber(day), rate, source }
    })
  }

  private columnsOf(series: Series): Columns {
    this.demand(series)
    return this.contents.get(key(series))?.columns ?? new Map<RateSource, RateColumn>()
  }

  private column(series: Series, source: RateSource): RateColumn | undefined {
    return this.columnsOf(series).get(source)
  }

  private demand(series: Series): void {
    if (this.isMissing(series))
      throw new ApiError('unavailable', t.ratesText.loading, { retryAfter: 1 })
  }
}
