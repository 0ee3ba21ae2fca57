import { isDeepStrictEqual } from 'node:util'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { PagesError, RateFeedName } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { key, type RateKind, type Series } from '../../domain/series.ts'

/** A rate as a feed gives it, already held to what a rate may be. */
export interface PublishedRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

/** One response of a feed: the possible rates, and a sentence for each kind of what is not. */
export interface FeedResponse {
  readonly rates: readonly PublishedRate[]
  readonly refused: readonly string[]
  /** Said by a feed that reads the publisher's own pages. */
  readonly pages?: PagesState
  /**
   * Of a feed with a path of its own for older days: whether that failed and is to be tried again.
   */
  readonly olderMissing?: boolean
}

/** How a publisher's own pages were when they were last read. */
export interface PagesState {
  readonly error: PagesError | null
  /** Runs in a row in which another path had to stand in for them. */
  readonly failures: number
  /** Milliseconds for which the publisher asked to be left alone. */
  readonly retryAfterMs?: number
}

/** Which days are wanted, ascending, and what today is: nothing after it is believed. */
export interface FeedQuery {
  readonly days: readonly CalendarDate[]
  readonly today: CalendarDate
  readonly signal: AbortSignal
  /** How the runs before this one went; undefined for the first. */
  readonly before?: {
    /** In a row that failed or came without the newest day. */
    readonly tries: number
    /** In a row in which the publisher's own pages failed. */
    readonly pagesFailures: number
    /** Milliseconds since the end of the last. */
    readonly sinceMs: number
    readonly olderMissing: boolean
  }
  /** Set while nothing but the newest fixed day is awaited, over and over. */
  readonly awaited?: AwaitedDay
}

/** What is awaited: nothing is requested that has come already, or that can bring nothing yet. */
export interface AwaitedDay {
  /** Of the newest fixed day these are missing. */
  readonly kinds: readonly RateKind[]
  /** What the feed has given before of a day. */
  readonly known: (series: Series, date: CalendarDate) => Rate | undefined
}

/** Where a publisher's rates are fetched. */
export interface RateFeed {
  readonly name: RateFeedName
  /** The series that it carries: a day is complete once it has a rate of each. */
  readonly series: readonly Series[]
  /**
   * Whether each day costs requests of its own, so that only days that are missing are asked for.
   */
  readonly costsPerDay: boolean
  /** Whether each currency does: of a day that is awaited the first is asked for alone. */
  readonly costsPerCurrency?: boolean
  /** Published days requested again each business day's evening. */
  readonly correctionDays?: number
  /**
   * Asks for days and gives pieces that can each be imported, the newest first. Throws a FeedError.
   */
  readonly fetchDays: (question: FeedQuery) => AsyncIterable<FeedResponse>
}

/** Each day once: a day with two values is left out. */
export function withoutContradictions(given: readonly PublishedRate[]) {
  const days = [...Map.groupBy(given, (each) => key(each, each.date)).values()]
  const kept = days.flatMap((each) =>
    each.every((one) => isDeepStrictEqual(one, each[0])) ? each.slice(0, 1) : [],
  )
  return { kept, areAll: kept.length === days.length }
}

/**
 * The feed cannot be used now; the message is a sentence for the log, which names the cause and no
 * more.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** The address is right and has nothing: a day that is not published (404). */
  readonly nothingThere: boolean
  /** What the publisher's own page says is not laid out as it was. */
  readonly layout: boolean
  /** Set where it was the publisher's own pages that failed. */
  readonly pages: PagesState | undefined
  /** Milliseconds for which whoever answered asked to be left alone (RFC 9110, Retry-After). */
  readonly retryAfterMs: number
  constructor(
    message: string,
    options: {
      nothingThere?: boolean
      layout?: boolean
      pages?: PagesState
      retryAfterMs?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.nothingThere = options.nothingThere ?? false
    this.layout = options.layout ?? false
    this.pages = options.pages
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
