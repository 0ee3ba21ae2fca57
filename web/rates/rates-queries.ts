import type { Place } from '../pages.tsx'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, usualCurrency, type Currency } from '../../domain/currency.ts'
import { knownPublisher } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { queryOf, type ResponseQuery } from '../queries.ts'
import { t } from '../../text/sentences.ts'
import { feedQuery } from '../feed-query.ts'
import { boardQuery, sideBoardQuery } from './board-queries.ts'
import { kindOf, SIDES, sideOf, type Side } from './side.ts'

/** The rate of a currency on or before a day. */
export type CurrentRate = ResponseOf<'GET /api/exchange-rate/current/:currency'>['data']

/** What the rates screen is asked to show. */
export interface RatesChoice {
  readonly base: Currency
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
  /** Undefined: the indicative rate. */
  readonly side?: Side | undefined
  /** The bank whose sides are shown; undefined: those of the main series. */
  readonly publisher?: string | undefined
}

/**
 * Reads `?base=…&date=…&side=…&publisher=…`. What cannot be shown counts as not said, and `notes`
 * has a sentence on each such thing: an address may be mistyped, or older than a change here.
 */
export function ratesChoice({
  search,
  today,
}: Place): RatesChoice & { readonly notes: readonly string[] } {
  const base = search.get('base') || usualCurrency()
  const date = search.get('date') || today
  const sideText = search.get('side') || null
  const side = sideOf(sideText)
  const notes: string[] = []
  const shortened = (given: string) => given.slice(0, 20)
  if (!isCurrency(base))
    notes.push(t.rates.unknownCurrency({ given: shortened(base), shown: usualCurrency() }))
  if (!isCalendarDate(date) || date > today)
    notes.push(t.rates.unknownDay({ given: shortened(date) }))
  if (sideText !== null && !side) notes.push(t.sides.unknown({ given: shortened(sideText) }))
  return {
    base: isCurrency(base) ? base : usualCurrency(),
    date: isCalendarDate(date) && date < today ? date : undefined,
    side,
    publisher: knownPublisher(search.get('publisher')),
    notes,
  }
}

/** The address of the rates screen for a choice. */
export function ratesAddress({ base, date, side, publisher }: RatesChoice): string {
  const isUsual = date === undefined && base === usualCurrency()
  return withQuery('/rates', { date, base: isUsual ? undefined : base, side, publisher })
}

/** What a bank does not publish is the main series' whichever bank is chosen. */
const inputOf = ({ base, date, side, publisher }: RatesChoice) => ({
  params: { currency: base },
  query: { date, kind: kindOf(side), publisher: side && publisher },
})

/** The rate of a currency on or before a day. */
export const rateQuery = (choice: RatesChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/current/:currency', inputOf(choice))

/** The seven days that end with a day. */
export const weekQuery = (choice: RatesChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/:currency/last-seven-days', inputOf(choice))

/** No rates, but the first day that has one. */
export const firstDayQuery = (choice: RatesChoice, day: CalendarDate) => {
  const { params, query } = inputOf({ ...choice, date: undefined })
  const days = { ...query, from: day, to: day, date: undefined }
  return queryOf('rates', 'GET /api/exchange-rate/:currency/history', { params, query: days })
}

/** What the rates screen shows: the chosen currency's rates, and the boards'. */
export function ratesLoader(place: Place): readonly ResponseQuery<unknown>[] {
  const choice = ratesChoice(place)
  const { date, side, publisher } = choice
  const sides = new Set([side, ...SIDES])
  return [
    { ...rateQuery(choice), isAlwaysRequested: true },
    { ...weekQuery(choice), isAlwaysRequested: true },
    ...[feedQuery(), boardQuery(date, 'customs')],
    ...[...sides].map((each) => sideBoardQuery(date, each, publisher)),
  ]
}
