import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { CurrentRate } from './rates-queries.ts'

/** More currencies than these are searched, and all but the first shown on request. */
export const MOST_ROWS = 8

/** How many of so many currencies a list shows at first. */
export const firstRows = (count: number) => (count > MOST_ROWS ? 4 : count)

/** Its rows may come in any order. */
export type Board = ResponseOf<'GET /api/exchange-rate/board'>['data']

/** A currency's row. */
export const rowOf = (board: Board | undefined, base: Currency) =>
  board?.rates.find(({ currency }) => currency === base)

/** A row of the board with the day that was asked for; undefined where nothing is known of it. */
export type ShownRow = BoardRow & { readonly requested_date: CalendarDate | undefined }

const UNKNOWN = {
  rate: null,
  date: null,
  source: null,
  age_business_days: null,
  change: null,
  previous_date: null,
  weekly_average: null,
  points: [],
}

/** A row for each currency, in their order; with nothing in it where the board has none. */
export function rowsOf(board: Board | undefined): readonly ShownRow[] {
  const requested_date = board?.requested_date
  return currencies().map((currency) => ({
    ...(rowOf(board, currency) ?? { ...UNKNOWN, currency }),
    requested_date,
  }))
}

/**
 * A row with what a newer response has for its currency; a change of another rate is none of this
 * one. `average` is null where the week has no rate.
 */
export function withCurrent(
  row: ShownRow,
  rate: CurrentRate | undefined,
  average: number | null | undefined,
): ShownRow {
  const isSame = !rate || (rate.rate === row.rate && rate.date === row.date)
  return {
    ...row,
    ...rate,
    published: rate ? rate.published : row.published,
    change: isSame ? row.change : null,
    weekly_average: average === undefined ? row.weekly_average : average,
  }
}

/**
 * The row whose day and source most others share, the first of such; undefined where none has one.
 */
export function usualRow(rows: readonly ShownRow[]): ShownRow | undefined {
  const known = rows.filter(({ date }) => date !== null)
  const shared = (row: ShownRow) => known.filter((other) => isAlike(row, other)).length
  return [...known].sort((one, other) => shared(other) - shared(one))[0]
}

/** Whether the rates of two rows are of one day and source. */
export const isAlike = (one: BoardRow, other: BoardRow | undefined) =>
  one.date === other?.date && one.source === other.source

/** A row's rate, as a call for its currency alone would give it; undefined where it has none. */
export function currentRateOf(row: ShownRow): CurrentRate | undefined {
  const { currency, rate, date, source, published, requested_date, age_business_days: age } = row
  if (rate === null || date === null || source === null || age === null) return undefined
  return {
    currency,
    target_currency: TARGET_CURRENCY,
    date,
    rate,
    source,
    ...(published && { published }),
    requested_date: requested_date ?? date,
    age_business_days: age,
  }
}

/** What the board knows of one currency's rate, as a call for that currency alone would give it. */
export function boardRate(board: Board | undefined, currency: Currency): CurrentRate | undefined {
  const row = rowsOf(board).find((each) => each.currency === currency)
  const rate = row && currentRateOf(row)
  const { kind, publisher } = board ?? {}
  return rate && { ...rate, ...(kind && { kind }), ...(publisher && { publisher }) }
}
