import { isDeepStrictEqual } from 'node:util'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import type { PublisherError, RateFeedName } from '../../domain/rate-precedence.ts'
import { key, type RateKind, type Series } from '../../domain/series.ts'
import type { PublisherRequests } from './publisher-requests.ts'

/** A rate that a feed gave and that is within what a rate may be. */
export interface PublishedRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

/** The rates of a response, and a sentence for each kind of what was refused. */
export interface ReadRates {
  readonly rates: readonly PublishedRate[]
  readonly refused: readonly string[]
}

/** A piece of a run that can be imported by itself. */
export interface FeedPiece extends ReadRates {
  /** Days that the publisher answered for, with a rate or without. */
  readonly answered?: {
    readonly kinds: readonly RateKind[]
    readonly days: readonly CalendarDate[]
  }
  /** Why the publisher's own pages could not be read. */
  readonly publisherError?: PublisherError
  /** The indicative rates came by another path. */
  readonly isStandIn?: true
}

export interface FeedQuery {
  /** The days to ask for, ascending, without a gap, up to today. */
  readonly days: readonly CalendarDate[]
  readonly today: CalendarDate
  /** Rates of this feed for these days and the week before. */
  readonly known: (series: Series, date: CalendarDate) => Rate | undefined
  /** Asks for everything, also for what is unlikely to have changed. */
  readonly thorough: boolean
  readonly requests: PublisherRequests
  readonly signal: AbortSignal
}

export interface RateFeed {
  readonly name: RateFeedName
  readonly series: readonly Series[]
  /** The publisher whose daily requests are limited; the feed's name if there is one path only. */
  readonly publisher: string
  /** Requests of one run to this publisher if nothing is missing but today. */
  readonly requestsPerRun: number
  /** How many days back each kind can be asked for, if not for the whole backfill. */
  readonly reach?: Partial<Record<RateKind, number>>
  /** Asks for days and yields pieces, the newest days first. Throws a FeedError. */
  readonly fetchDays: (query: FeedQuery) => AsyncIterable<FeedPiece>
}

/** Keeps one rate for each day; a day with two values is left out. */
export function withoutContradictions(given: readonly PublishedRate[]) {
  const days = [...Map.groupBy(given, (each) => key(each, each.date)).values()]
  const kept = days.flatMap((each) =>
    each.every((one) => isDeepStrictEqual(one, each[0])) ? each.slice(0, 1) : [],
  )
  return { kept, areAll: kept.length === days.length }
}

/** Checks that a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface FeedErrorOptions {
  readonly nothingThere?: boolean
  readonly isOffline?: boolean
  readonly publisherError?: PublisherError
  readonly cause?: unknown
}

/** The feed cannot be used now. The message is a sentence for the log and for administrators. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** The address exists and has nothing: a day that is not published (404). */
  readonly nothingThere: boolean
  /** No request left this machine, or none arrived: it counts for no limit. */
  readonly isOffline: boolean
  readonly publisherError: PublisherError | undefined
  constructor(message: string, options: FeedErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.nothingThere = options.nothingThere ?? false
    this.isOffline = options.isOffline ?? false
    this.publisherError = options.publisherError
  }
}
