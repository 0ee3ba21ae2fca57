import { isDeepStrictEqual } from 'node:util'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import type { PublisherError, RateFeedName } from '../../domain/rate-precedence.ts'
import { key, type RateKind, type Series } from '../../domain/series.ts'
import type { PublisherRequests } from './publisher-requests.ts'

export interface PublishedRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

export interface ReadRates {
  readonly rates: readonly PublishedRate[]
  readonly refused: readonly string[]
}

export interface FeedPiece extends ReadRates {
  /** With a rate or without. */
  readonly answered?: {
    readonly kinds: readonly RateKind[]
    readonly days: readonly CalendarDate[]
  }
  readonly publisherError?: PublisherError
  readonly isStandIn?: true
}

export interface FeedQuery {
  /** Ascending, without gaps, up to today. */
  readonly days: readonly CalendarDate[]
  readonly today: CalendarDate
  readonly known: (series: Series, date: CalendarDate) => Rate | undefined
  /** Requests also days that are unlikely to have changed. */
  readonly thorough: boolean
  readonly requests: PublisherRequests
  readonly signal: AbortSignal
}

export interface RateFeed {
  readonly name: RateFeedName
  readonly series: readonly Series[]
  readonly publisher: string
  readonly requestsPerRun: number
  /** In days; by default the whole backfill. */
  readonly reach?: Partial<Record<RateKind, number>>
  /** Newest days first. Throws a FeedError. */
  readonly fetchDays: (query: FeedQuery) => AsyncIterable<FeedPiece>
}

/** Returns each day's rate once, without days that have different rates; `areAll`: no day had. */
export function withoutContradictions(published: readonly PublishedRate[]) {
  const days = [...Map.groupBy(published, (each) => key(each, each.date)).values()]
  const kept = days.flatMap((each) =>
    each.every((one) => isDeepStrictEqual(one, each[0])) ? each.slice(0, 1) : [],
  )
  return { kept, areAll: kept.length === days.length }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface FeedErrorOptions {
  readonly nothingThere?: boolean
  readonly isOffline?: boolean
  readonly publisherError?: PublisherError
  readonly cause?: unknown
}

/** The message is a sentence for the log and for administrators. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** 404: the day is not published. */
  readonly nothingThere: boolean
  /** No request left this machine, so it counts for no limit. */
  readonly isOffline: boolean
  readonly publisherError: PublisherError | undefined
  constructor(message: string, options: FeedErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.nothingThere = options.nothingThere ?? false
    this.isOffline = options.isOffline ?? false
    this.publisherError = options.publisherError
  }
}
