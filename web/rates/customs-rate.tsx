import type { ResponseBody } from '../../contract/endpoint.ts'
import type { rateBoard } from '../../contract/rates/rate-board.ts'
import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Link } from '../link.tsx'
import { CUSTOMS_RATE } from '../text/en/sides.ts'

/** A currency's customs rate that holds on a board's day, or the newest before it. */
export type CustomsRow = BoardRow & { readonly rate: number; readonly effective_from: CalendarDate }

/** The customs rates of a board of that kind, in the order of the currencies; those without a rate are left out. */
export function customsRows(board: ResponseBody<typeof rateBoard>['data'] | undefined): CustomsRow[] {
  const place = ({ currency }: BoardRow) => CURRENCIES.indexOf(currency)
  return (board?.rates ?? []).filter(isCustomsRow).sort((one, other) => place(one) - place(other))
}

/** The customs rate of a currency; undefined where there is none. */
export function customsRow(
  board: ResponseBody<typeof rateBoard>['data'] | undefined,
  currency: Currency,
): CustomsRow | undefined {
  return customsRows(board).find((row) => row.currency === currency)
}

function isCustomsRow(row: BoardRow): row is CustomsRow {
  return row.rate !== null && row.effective_from !== undefined
}

/** A customs rate with its days of effect; it leads to the page that can be cited. */
export function CustomsRate({ row }: { readonly row: CustomsRow }) {
  const { currency, rate, effective_from: from, gazette } = row
  return (
    <>
      <Link href={`/rates/${currency}/${from}?kind=customs`}>{formatRate(fromWire(rate))}</Link>
      {row.in_effect && !row.overdue ? ', ' : ' '}
      {row.in_effect ? effectText(row) : <strong>{effectText(row)}</strong>}
      {gazette && `, ${CUSTOMS_RATE.gazette(gazette)}`}
    </>
  )
}

function effectText({ effective_from: from, effective_to: to, days_left: left, ...row }: CustomsRow): string {
  if (row.overdue) return CUSTOMS_RATE.overdue(from)
  if (!to) return CUSTOMS_RATE.since(from)
  return row.in_effect
    ? `${CUSTOMS_RATE.span(from, to)}, ${CUSTOMS_RATE.daysLeft(left ?? 0)}`
    : CUSTOMS_RATE.ended(to)
}
