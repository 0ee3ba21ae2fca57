import { periodRates } from '../../../contract/periods.ts'
import { calendarDateOf, type CalendarDate } from '../../../domain/calendar-date.ts'
import { addMonths, MAX_PERIOD_MONTHS, monthOf, monthsFromTo } from '../../../domain/period.ts'
import { queryOf } from '../../queries.ts'
import { kindOf, SIDES } from '../../rates/side.ts'
import { historyQuery, type CurrencyChoice } from '../history-queries.ts'

/** The histories that are compared, the page's own first. */
export const comparedQueries = (choice: CurrencyChoice) =>
  [choice.currency, ...choice.compared].map((currency) => historyQuery({ ...choice, currency }))

/** What a bank asks, and what it pays. */
export const sidesQueries = (choice: CurrencyChoice) => SIDES.map((side) => historyQuery({ ...choice, side }))

/** The averages of the months that the days of a history, at least one, lie in: of whole months, not of the days that are shown. */
export function averagesQuery(
  { currency, side }: CurrencyChoice,
  rates: readonly { readonly date: CalendarDate }[],
) {
  const monthAt = (at: number) => monthOf(calendarDateOf(rates.at(at)?.date ?? ''))
  const [first, last] = [monthAt(0), monthAt(-1)]
  const from = monthsFromTo(first, last) > MAX_PERIOD_MONTHS ? addMonths(last, 1 - MAX_PERIOD_MONTHS) : first
  const kind = kindOf(side)
  const querystring = { unit: 'month', from, to: last, ...(kind && { kind }) } as const
  return queryOf('rates', periodRates, { params: { currency }, querystring })
}
