import { fromDayNumber, toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import type { DayRate, RateFeedName, RateSource } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { RateColumn } from './rate-column.ts'

/** One change of one source's rate of a day; null takes it away. `version` rises with every change. */
export interface RateRevision {
  readonly version: number
  readonly currency: Currency
  readonly date: CalendarDate
  readonly source: RateSource
  readonly rate: Rate | null
}

/** What a revision did to *the* rate of a day: null where the day now has none. */
export interface RateChanged {
  readonly version: number
  readonly currency: Currency
  readonly date: CalendarDate
  readonly now: DayRate | null
}

/** What is known of the feed, as far as the public may know it. */
export interface FeedStatus {
  readonly lastSuccessAt: Date | null
  readonly failing: boolean
}

type Layers = Readonly<Record<'manual' | 'feed' | 'sample', RateColumn>>
const LAYERS = ['manual', 'feed', 'sample'] as const

/**
 * Every rate that counts, in memory: the manual entries, the followed feed and the sample, of which the first that
 * has a day gives its rate. It does no I/O; `keep-rate-book.ts` fills it and keeps it.
 */
export class RateBook {
  /** The series whose rates stand under the manual ones; null where none is followed. */
  readonly feed: RateFeedName | null
  /** The newest revision that is in the book. */
  version = 0
  feedStatus: FeedStatus = { lastSuccessAt: null, failing: false }
  private readonly layers = new Map<Currency, Layers>(CURRENCIES.map((currency) => [currency, emptyLayers()]))
  private sampleRates = 0

  constructor(feed: RateFeedName | null) {
    this.feed = feed
  }

  /** Whether the bundled sample is among what is shown. */
  get hasSample(): boolean {
    return this.sampleRates > 0
  }

  /** What the rates take in memory. */
  get bytes(): number {
    const columns = [...this.layers.values()].flatMap((layers) => LAYERS.map((layer) => layers[layer]))
    return columns.reduce((sum, column) => sum + column.bytes, 0)
  }

  /** The rate of exactly this day, from the strongest source that has one. */
  rateOn(currency: Currency, date: CalendarDate): DayRate | undefined {
    return this.rateOnDay(currency, toDayNumber(date))
  }

  /** What one source says of a day, stronger or not. */
  rateFrom(currency: Currency, date: CalendarDate, source: RateSource): Rate | undefined {
    const layer = this.layerOf(source)
    return layer === undefined ? undefined : this.layersOf(currency)[layer].get(toDayNumber(date))
  }

  /** How many entries by hand there are: every day has at most one of each currency. */
  countManual(within: { currency?: Currency; from?: CalendarDate; to?: CalendarDate } = {}): number {
    const from = within.from === undefined ? -Infinity : toDayNumber(within.from)
    const to = within.to === undefined ? Infinity : toDayNumber(within.to)
    const currencies = within.currency === undefined ? CURRENCIES : [within.currency]
    const counts = currencies.map((currency) => this.layersOf(currency).manual.count(from, to))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** The newest rate on or before a day. */
  newestUpTo(currency: Currency, date: CalendarDate): DayRate | undefined {
    const day = toDayNumber(date)
    const layers = this.layersOf(currency)
    const newest = LAYERS.map((layer) => layers[layer].newestUpTo(day)).filter((each) => each !== undefined)
    return newest.length === 0 ? undefined : this.rateOnDay(currency, Math.max(...newest))
  }

  /** The newest day up to a day for which the feed, or the sample in its place, gives a rate of any currency. */
  newestPublishedDay(date: CalendarDate): CalendarDate | undefined {
    const day = toDayNumber(date)
    const newest = [...this.layers.values()]
      .flatMap(({ feed, sample }) => [feed.newestUpTo(day), sample.newestUpTo(day)])
      .filter((each) => each !== undefined)
    return newest.length === 0 ? undefined : fromDayNumber(Math.max(...newest))
  }

  /** The days from `from` to `to`, both included, that have a rate of their own, ascending. */
  ratesFromTo(currency: Currency, from: CalendarDate, to: CalendarDate): DayRate[] {
    const rates: DayRate[] = []
    const first = Math.max(toDayNumber(from), this.oldestDay(currency) ?? Infinity)
    for (let day = first; day <= toDayNumber(to); day++) {
      const rate = this.rateOnDay(currency, day)
      if (rate) rates.push(rate)
    }
    return rates
  }

  /** The first day with a rate. */
  oldest(currency: Currency): CalendarDate | undefined {
    const day = this.oldestDay(currency)
    return day === undefined ? undefined : fromDayNumber(day)
  }

  /** Takes a revision in. Gives what it changed for a reader, or undefined where a stronger source or another feed hides it. */
  apply(revision: RateRevision): RateChanged | undefined {
    const { version, currency, date, source, rate } = revision
    const before = this.rateOn(currency, date)
    this.put(source, currency, toDayNumber(date), rate)
    this.version = Math.max(this.version, version)
    const now = this.rateOn(currency, date)
    const same = before?.rate === now?.rate && before?.source === now?.source
    return same ? undefined : { version, currency, date, now: now ?? null }
  }

  /** Sets what a source says of a day, by the day's number; another feed than the followed one says nothing here. */
  put(source: RateSource, currency: Currency, day: number, rate: Rate | null): void {
    const layer = this.layerOf(source)
    if (layer === undefined) return
    const column = this.layersOf(currency)[layer]
    if (layer === 'sample') {
      this.sampleRates += Number(rate !== null) - Number(column.get(day) !== undefined)
    }
    column.set(day, rate)
  }

  private rateOnDay(currency: Currency, day: number): DayRate | undefined {
    const layers = this.layersOf(currency)
    for (const layer of LAYERS) {
      const rate = layers[layer].get(day)
      if (rate !== undefined) return { date: fromDayNumber(day), rate, source: this.sourceOf(layer) }
    }
    return undefined
  }

  private oldestDay(currency: Currency): number | undefined {
    const layers = this.layersOf(currency)
    const days = LAYERS.map((layer) => layers[layer].oldest()).filter((each) => each !== undefined)
    return days.length === 0 ? undefined : Math.min(...days)
  }

  private layersOf(currency: Currency): Layers {
    return this.layers.get(currency) ?? emptyLayers()
  }

  private layerOf(source: RateSource): keyof Layers | undefined {
    if (source === 'manual' || source === 'sample') return source
    return source === this.feed ? 'feed' : undefined
  }

  private sourceOf(layer: keyof Layers): RateSource {
    return layer === 'feed' ? (this.feed ?? 'sample') : layer
  }
}

function emptyLayers(): Layers {
  return { manual: new RateColumn(), feed: new RateColumn(), sample: new RateColumn() }
}
