import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, type Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { queryOf, type ResponseQuery } from '../queries.ts'
import type { Place } from '../screen.ts'
import { t } from '../../text/sentences.ts'
import { feedQuery } from '../feed-query.ts'

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
}

export const DEFAULT_BASE: Currency = 'USD'

/**
 * Reads `?base=…&date=…&side=…`. What cannot be shown counts as not said, and `notes` has a
 * sentence on each such thing: an address may be mistyped, or older than a change here.
 */
export function ratesChoice({
  search,
  today,
}: Place): RatesChoice & { readonly notes: readonly string[] } {
  const base = search.get('base') || DEFAULT_BASE
  const date = search.get('date') || today
  const sideText = search.get('side') || null
  const side = sideOf(sideText)
  const notes: string[] = []
  const shortened = (given: string) => given.slice(0, 20)
  if (!isCurrency(base))
    notes.push(t.rates.unknownCurrency({ given: shortened(base), shown: DEFAULT_BASE }))
  if (!isCalendarDate(date) || date > today)
    notes.push(t.rates.unknownDay({ given: shortened(date) }))
  if (sideText !== null && !side) notes.push(t.sides.unknown({ given: shortened(sideText) }))
  return {
    base: isCurrency(base) ? base : DEFAULT_BASE,
    date: isCalendarDate(date) && date < today ? date : undefined,
    side,
    notes,
  }
}

/** The address of the rates screen for a choice. */
export function ratesAddress({ base, date, side }: RatesChoice): string {
  const isUsual = date === undefined && base === DEFAULT_BASE
  return withQuery('/rates', { date, base: isUsual ? undefined : base, side })
}

const inputOf = ({ base, date, side }: RatesChoice) => ({
  params: { currency: base },
  query: { date, kind: kindOf(side) },
})

/** The rate of a currency on or before a day. */
export const rateQuery = (choice: RatesChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/current/:currency', inputOf(choice))

/** The seven days that end with a day. */
export const weekQuery = (choice: RatesChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/:currency/last-seven-days', inputOf(choice))

/** All currencies on a day; undefined: today. */
export const boardQuery = (date?: CalendarDate, kind?: RateKind) =>
  queryOf('rates', 'GET /api/exchange-rate/board', { query: { date, kind } })

/** What the rates screen shows: the chosen currency's rates, and the boards'. */
export function ratesLoader(place: Place): readonly ResponseQuery<unknown>[] {
  const choice = ratesChoice(place)
  const boards = new Set([kindOf(choice.side), ...SIDES.map(kindOf), 'customs' as const])
  return [
    ...[feedQuery(), rateQuery(choice), weekQuery(choice)],
    ...[...boards].map((kind) => boardQuery(choice.date, kind)),
  ]
}
