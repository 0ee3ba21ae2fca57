import type { ColumnType, Generated } from 'kysely'
import type { HolidayScope } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { FurtherCurrency } from '../../domain/integrations/further-currency.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import type { PagesError, RateFeedName, RateSource } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'

/** `numeric(12, 4)`: text from the driver, text to it, so that no float comes near it. */
type RateText = string

/** What an import brings. */
export type ImportSubject = 'rates' | 'bank holidays' | 'customs week'

export interface RatesTables {
  currency: { currency: ColumnType<Currency, never, never> }
  rate_kind: { kind: ColumnType<RateKind, never, never> }
  rate_source: { source: ColumnType<RateSource, never, never> }
  manual_rate: {
    id: Generated<number>
    currency: Currency
    kind: RateKind
    date: CalendarDate
    rate: RateText
    created_at: Date
    /** Null: the operator. */
    created_by: number | null
    updated_at: Date
    /** Null: the operator. */
    updated_by: number | null
    deleted_at: Date | null
    deleted_by: number | null
  }
  published_rate: {
    source: Exclude<RateSource, 'manual'>
    currency: Currency
    kind: RateKind
    date: CalendarDate
    rate: RateText
    fetched_at: Date
  }
  /** `units` of the currency are worth `rupees`. */
  further_rate: {
    feed: RateFeedName
    currency: FurtherCurrency
    date: CalendarDate
    rupees: string
    units: string
    fetched_at: Date
  }
  /** Read only: triggers write it. */
  rate_revision: {
    version: ColumnType<number, never, never>
    currency: ColumnType<Currency, never, never>
    kind: ColumnType<RateKind, never, never>
    date: ColumnType<CalendarDate, never, never>
    source: ColumnType<RateSource, never, never>
    rate: ColumnType<RateText | null, never, never>
    at: ColumnType<Date, never, never>
    user_id: ColumnType<number | null, never, never>
    reason: ColumnType<string | null, never, never>
  }
  rate_feed_state: {
    feed: RateFeedName
    last_try_at: Date
    last_success_at: Date | null
    failure: string | null
    tries: number
    next_try_at: Date
    /** Of the publisher's own pages, where the feed reads them. */
    pages_error: Generated<PagesError | null>
    pages_failures: Generated<number>
    /** Whether the path to the older days failed, and is to be tried by the next run. */
    older_missing: Generated<boolean>
  }
  bank_holiday: {
    version: Generated<number>
    date: CalendarDate
    /** Null, with `scope` and `source`: the day is no bank holiday any more. */
    name: string | null
    scope: HolidayScope | null
    source: string | null
    entered_at: Date
    /** Null: it came with the product. */
    entered_by: number | null
    batch_id: number | null
  }
  customs_week: {
    version: Generated<number>
    first_day: CalendarDate
    /** Null, with `gazette` and `document`: no schedule begins on the day any more. */
    last_day: CalendarDate | null
    gazette: string | null
    document: string | null
    entered_at: Date
    entered_by: number | null
    batch_id: number | null
  }
  import_batch: {
    id: Generated<number>
    subject: Generated<ImportSubject>
    created_at: Date
    /** Null: the operator. */
    created_by: number | null
    undone_at: Date | null
    undone_by: number | null
  }
  import_batch_row: {
    batch_id: number
    manual_rate_id: number
    rate: RateText
    stands_since: Date | null
    previous_rate: RateText | null
    previous_since: Date | null
  }
  /** Written once: triggers refuse every change. */
  period_seal: {
    id: Generated<number>
    currency: Currency
    kind: RateKind
    unit: PeriodUnit
    first_day: CalendarDate
    last_day: CalendarDate
    opening: RateText | null
    opening_date: CalendarDate | null
    closing: RateText
    closing_date: CalendarDate
    average_published: RateText
    published_days: number
    average_calendar: RateText
    calendar_days: number
    min: RateText
    min_date: CalendarDate
    max: RateText
    max_date: CalendarDate
    rate_version: number
    sealed_at: Date
    audit_entry: number
    audit_hash: Buffer
  }
}
