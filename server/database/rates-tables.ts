import type { ColumnType, Generated } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { PublisherError, RateFeedName, RateSource } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'

/** `numeric(12, 4)`: text keeps it exact. */
type RateText = string

export type FactSubject =
  'rate' | 'bank holiday' | 'customs schedule' | 'sealed period' | 'rate policy'

export interface RatesTables {
  rate_kind: { kind: ColumnType<RateKind, never, never> }
  rate_source: { source: ColumnType<RateSource, never, never> }
  change: {
    version: number
    subject: FactSubject
    currency: Currency | null
    kind: RateKind | null
    /** Null for the main series. */
    bank: string | null
    date: CalendarDate
    part: string | null
    source: RateSource | null
    /** A change with neither rate nor fact removes the key. */
    rate: RateText | null
    units: number | null
    fact: unknown
    group: number | null
    previous: number | null
    restores: number | null
    origin: number | null
  }
  fact_state: {
    id: number
    version: number
    ended: number | null
    subject: FactSubject
    currency: Currency
    kind: RateKind
    bank: string | null
    date: CalendarDate
    part: string | null
    source: RateSource | null
    rate: RateText
  }
  /** The act of `version` undid entry `undone` entirely. */
  undo: { version: number; undone: number }
  rate_feed_state: {
    feed: RateFeedName
    last_try_at: Date
    last_success_at: Date | null
    next_try_at: Date
    currencies: Generated<string>
    failure: string | null
    refused: Generated<string | null>
    publisher_error: Generated<PublisherError | null>
    stood_in_for: Generated<boolean>
  }
  feed_answer: {
    feed: RateFeedName
    kind: RateKind
    date: CalendarDate
    is_final: boolean
    refused: Generated<boolean>
  }
  feed_request: { publisher: string; date: CalendarDate; requests: number }
}
