import type { ResponseBody } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/rates.ts'
import { rateBoard } from '../../contract/rate-board.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, type Currency } from '../../domain/currency.ts'
import { queryOf, type ResponseQuery } from '../queries.ts'
import type { Place } from '../screen.ts'

/** What the rates screen is asked to show. */
export interface RatesChoice {
  readonly base: Currency
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
}

export const DEFAULT_BASE: Currency = 'USD'

/**
 * Reads `?base=…&date=…`. What cannot be shown counts as not said, and `notes` has a sentence on each such thing: an address
 * may be mistyped, or older than a change here.
 */
export function ratesChoice(
  search: URLSearchParams,
  today: CalendarDate,
): RatesChoice & { readonly notes: readonly string[] } {
  const base = search.get('base') || DEFAULT_BASE
  const date = search.get('date') || today
  const notes: string[] = []
  const note = (given: string, instead: string) =>
    notes.push(`No rates for “${given.slice(0, 20)}”: ${instead}.`)
  if (!isCurrency(base)) note(base, `these are of ${DEFAULT_BASE}`)
  if (!isCalendarDate(date) || date > today) note(date, 'these are today’s')
  return {
    base: isCurrency(base) ? base : DEFAULT_BASE,
    date: isCalendarDate(date) && date < today ? date : undefined,
    notes,
  }
}

/**
 * The last day of the sample, where the address names no day and the newest rate is the sample's: the screen opens on the
 * week up to it instead of on a week without rates.
 */
export function sampleDay(
  search: URLSearchParams,
  rate: ResponseBody<typeof currentRate>['data'] | undefined,
): CalendarDate | undefined {
  const opensOnSample = !search.has('date') && rate?.source === 'sample' && rate.date < rate.requested_date
  return opensOnSample ? rate.date : undefined
}

/** The address of the rates screen for a choice. */
export function ratesAddress({ base, date }: RatesChoice): string {
  if (date !== undefined) return `/rates?date=${date}&base=${base}`
  return base === DEFAULT_BASE ? '/rates' : `/rates?base=${base}`
}

const inputOf = ({ base, date }: RatesChoice) => ({
  params: { currency: base },
  querystring: date === undefined ? {} : { date },
})

/** Which feed is followed, and how it is. */
export const feedQuery = () => queryOf('rates', feedState, {})

/** The rate of a currency on or before a day. */
export const rateQuery = (choice: RatesChoice) => queryOf('rates', currentRate, inputOf(choice))

/** The seven days that end with a day. */
export const weekQuery = (choice: RatesChoice) => queryOf('rates', lastSevenDays, inputOf(choice))

/** All currencies on a day; undefined: today. */
export const boardQuery = (date?: CalendarDate) =>
  queryOf('rates', rateBoard, { querystring: date === undefined ? {} : { date } })

/** What the rates screen shows: the chosen currency's rates, and the board's. */
export function ratesLoader({ search, today, known }: Place): readonly ResponseQuery<unknown>[] {
  const choice = ratesChoice(search, today)
  const rate = rateQuery(choice)
  const date =
    choice.date ??
    sampleDay(search, known?.getQueryData<ResponseBody<typeof currentRate>>(rate.queryKey)?.data)
  return [feedQuery(), rate, weekQuery({ ...choice, date }), boardQuery(date)]
}
