import type { ResponseBody } from '../../contract/endpoint.ts'
import type { rateBoard } from '../../contract/rates/rate-board.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { CurrentRate } from './rates-queries.ts'

/** Its rows may come in any order. */
export type Board = ResponseBody<typeof rateBoard>['data']

/** A currency's row. */
export const rowOf = (board: Board | undefined, base: Currency) =>
  board?.rates.find(({ currency }) => currency === base)

/** What the board knows of one currency: its rate, as a call for that currency alone would give it, and its week's average. */
export function boardRate(board: Board | undefined, currency: Currency) {
  const row = rowOf(board, currency)
  if (!board || !row || row.rate === null || row.date === null || row.source === null) return undefined
  const { date, source, weekly_average, age_business_days } = row
  if (age_business_days === null) return undefined
  const rate: CurrentRate = {
    currency,
    target_currency: TARGET_CURRENCY,
    date,
    rate: row.rate,
    source,
    requested_date: board.requested_date,
    age_business_days,
    ...(board.kind && { kind: board.kind }),
  }
  return { rate, average: { rate: weekly_average, lastDay: board.requested_date, kind: board.kind } }
}
