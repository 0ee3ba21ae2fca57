import type { BoardRow } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { Link } from '../link.tsx'
import { t } from '../../text/sentences.ts'
import type { Board } from './board-rate.ts'
import { citedAddress } from './side.ts'

/** A currency's customs rate that holds on a board's day, or the newest before it. */
export type CustomsRow = BoardRow & { readonly rate: number; readonly effective_from: CalendarDate }

/**
 * The customs rates of a board of that kind, in the order of the currencies; those without a rate
 * are left out.
 */
export function customsRows(board: Board | undefined): CustomsRow[] {
  const place = ({ currency }: BoardRow) => currencies().indexOf(currency)
  return (board?.rates ?? []).filter(isCustomsRow).sort((one, other) => place(one) - place(other))
}

/** The customs rate of a currency; undefined where there is none. */
export function customsRow(board: Board | undefined, currency: Currency): CustomsRow | undefined {
  return customsRows(board).find((row) => row.currency === currency)
}

function isCustomsRow(row: BoardRow): row is CustomsRow {
  return row.rate !== null && row.effective_from !== undefined
}

/** The page at which a customs rate can be cited. */
export const customsAddress = ({ currency, effective_from: date }: CustomsRow) =>
  citedAddress({ currency, date, kind: 'customs' })

/** A customs rate with its days of effect. */
export function CustomsRate({ row }: { readonly row: CustomsRow }) {
  const { gazette } = row
  const effect = effectTexts(row).join(', ')
  return (
    <>
      <Link href={customsAddress(row)}>{formatRate(fromWire(row.rate))}</Link>
      {row.in_effect && !row.overdue ? ', ' : ' '}
      {row.in_effect ? effect : <strong>{effect}</strong>}
      {gazette && `, ${t.customsRate.gazette({ number: gazette })}`}
    </>
  )
}

/** From when to when a customs rate holds, and how long it still does where that is known. */
export function effectTexts(row: CustomsRow): string[] {
  const { effective_from: from, effective_to: to, days_left: days } = row
  if (row.overdue) return [t.customsRate.overdue({ from })]
  if (!to) return [t.customsRate.since({ from })]
  if (!row.in_effect) return [t.customsRate.ended({ to })]
  return [t.customsRate.span({ from, to }), t.customsRate.daysLeft({ days: days ?? 0 })]
}
