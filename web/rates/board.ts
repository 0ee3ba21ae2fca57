import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { BoardRow } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { createQuery } from '../queries.ts'
import { choiceParams, type CurrentRate, type RateChoice } from './rates.ts'

/** The newest rates of all currencies, or those of a day. */
export type Board = ResponseOf<'GET /api/exchange-rate/board'>['data']

export const boardQuery = (date?: CalendarDate, choice: RateChoice = { kind: DEFAULT_KIND }) =>
  createQuery('rates', 'GET /api/exchange-rate/board', { query: { date, ...choiceParams(choice) } })

export type ShownRow = BoardRow & {
  readonly requested_date: CalendarDate | undefined
  /** The last of the seven days of `weekly_average`. */
  readonly average_to: CalendarDate | undefined
}

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

export const findRow = (board: Board | undefined, base: Currency) =>
  board?.rates.find(({ currency }) => currency === base)

/**
 * Returns a row for each currency in their order. A row without a rate in its week takes its average
 * and its line from `earlier`, the board of the last day with rates.
 */
export function listRows(board: Board | undefined, earlier?: Board): readonly ShownRow[] {
  return currencies().map((currency) => {
    const row = findRow(board, currency) ?? { ...UNKNOWN, currency }
    const past = row.weekly_average === null ? findRow(earlier, currency) : undefined
    const points = row.points.length > 0 ? row.points : (past?.points ?? [])
    const weekly_average = row.weekly_average ?? past?.weekly_average ?? null
    const average_to = (past ? earlier : board)?.requested_date
    return { ...row, points, weekly_average, average_to, requested_date: board?.requested_date }
  })
}

/** `Weekly average: seven days to Tue 29 Sep 2026.`; with the currencies if rows have other days. */
export function averagesSentence(rows: readonly ShownRow[]): string | undefined {
  const known = rows.filter(({ weekly_average }) => weekly_average !== null)
  const days = [...Map.groupBy(known, ({ average_to }) => average_to)].flatMap(([day, group]) =>
    day ? { day, currencies: listed(group.map(({ currency }) => currency)) } : [],
  )
  const [first, ...others] = days
  if (!first) return undefined
  if (others.length === 0) return t.board.averages(first)
  return t.board.averagesOf({ days: days.map(t.board.averageOf).join('; ') })
}

export const lastDayWithRates = (board: Board | undefined): CalendarDate | undefined =>
  newestDay((board?.rates ?? []).filter(({ weekly_average }) => weekly_average === null))

export const newestDay = (rows: readonly Pick<BoardRow, 'date'>[]): CalendarDate | undefined =>
  rows
    .flatMap(({ date }) => date ?? [])
    .sort()
    .at(-1)

export function readCurrentRate(row: ShownRow): CurrentRate | undefined {
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

/**
 * All rates of a board in one line, those of a day together: `USD 330.9054, AUD 232.2555 LKR, 29
 * Sep 2026`.
 */
export function boardSentence(board: Board | undefined): string | undefined {
  const known = (board?.rates ?? []).flatMap(({ currency, rate, date }) =>
    rate && date ? [{ figure: `${currency} ${formatRate(fromWire(rate))}`, date }] : [],
  )
  const lines = [...Map.groupBy(known, ({ date }) => date)].map(
    ([date, rates]) =>
      `${rates.map(({ figure }) => figure).join(', ')} ${TARGET_CURRENCY}, ${formatDay(date)}`,
  )
  return lines.length > 0 ? lines.join('; ') : undefined
}
