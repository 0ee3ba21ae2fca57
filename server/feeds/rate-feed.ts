import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import type { PublisherError, RateFeedName } from '../../domain/rate-precedence.ts'
import type { RateKind, Series } from '../../domain/series.ts'
import type { PublisherRequests } from './publisher-requests.ts'

export interface PublishedRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

export interface ReadRates {
  readonly rates: readonly PublishedRate[]
  /** A sentence for each value that is left out. */
  readonly refused: readonly string[]
  /** Days that have a figure which is left out. */
  readonly refusedDays?: readonly CalendarDate[]
}

export interface FeedPiece extends ReadRates {
  /** With a rate or without. */
  readonly answered?: {
    readonly kinds: readonly RateKind[]
    readonly days: readonly CalendarDate[]
  }
  readonly publisherError?: PublisherError
  /** Another path gives the rates of a page that cannot be read. */
  readonly isStandIn?: boolean
}

export type KnownRate = (series: Series, date: CalendarDate) => Rate | undefined

export interface FeedQuery {
  /** Ascending, without gaps, up to today. */
  readonly days: readonly CalendarDate[]
  readonly known: KnownRate
  /** Requests also days that are unlikely to have changed. */
  readonly thorough: boolean
  readonly requests: PublisherRequests
}

export interface RateFeed {
  readonly name: RateFeedName
  readonly series: readonly Series[]
  readonly publisher: string
  readonly requestsPerRun: number
  /** In days; by default the whole backfill. */
  readonly reach?: Partial<Record<RateKind, number>>
  /** Old days are requested in steps, with a pause before each. */
  readonly archive?: { readonly stepDays: number; readonly pauseMs: number }
  /** Newest days first. Throws a FeedError. */
  readonly fetchDays: (query: FeedQuery) => AsyncIterable<FeedPiece>
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
