import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'

/** A rate as a feed gives it, already held to what a rate may be. */
export interface PublishedRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

/** What one answer of a feed comes to: the rates that can be right, and a sentence for each kind of what cannot. */
export interface FeedResponse {
  readonly rates: readonly PublishedRate[]
  readonly refused: readonly string[]
}

/** Which days are wanted, ascending, and what today is: nothing after it is believed. */
export interface FeedQuestion {
  readonly days: readonly CalendarDate[]
  readonly today: CalendarDate
  readonly signal: AbortSignal
}

/** Where a publisher's rates are fetched. */
export interface RateFeed {
  readonly name: RateFeedName
  /** The series that it carries: a day is complete once it has a rate of each. */
  readonly series: readonly Series[]
  /** Whether each day costs requests of its own, so that only days that are missing are asked for. */
  readonly costsPerDay: boolean
  /** Asks for days and gives what comes, the newest first, in pieces that can each be imported. Throws a FeedError. */
  readonly fetchDays: (question: FeedQuestion) => AsyncIterable<FeedResponse>
}

/** The feed cannot be used now; the message is a sentence for the log, which names the cause and no more. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** The address is right and has nothing: a day that is not published (404). */
  readonly nothingThere: boolean
  constructor(message: string, options: { nothingThere?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.nothingThere = options.nothingThere ?? false
  }
}
