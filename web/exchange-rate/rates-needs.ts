import { currentRate, feedState, lastSevenDays } from '../../contract/exchange-rate.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, type Currency } from '../../domain/currency.ts'
import { need, type Need } from '../need.ts'

/** What the rates screen is asked to show. */
export interface RatesChoice {
  readonly base: Currency
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
}

/** Reads `?base=…&date=…`; what is not understood counts as not said. */
export function ratesChoice(search: URLSearchParams): RatesChoice {
  const base = search.get('base')?.toUpperCase()
  const date = search.get('date')
  return { base: isCurrency(base) ? base : 'USD', date: isCalendarDate(date) ? date : undefined }
}

/** The answers that the rates screen shows. */
export function ratesNeeds(search: URLSearchParams): readonly Need[] {
  const { base, date } = ratesChoice(search)
  const input = { params: { currency: base }, querystring: date ? { date } : {} }
  return [need(currentRate, input), need(lastSevenDays, input), need(feedState, {})]
}
