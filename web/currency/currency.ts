import type { ResponseOf } from '../../contract/all-endpoints.ts'
import {
  addDays,
  isCalendarDate,
  monthsBefore,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { Known, Place } from '../load-page.ts'
import { createQuery } from '../queries.ts'
import { choiceParams, rateQuery, readAddress, type PublicAddress } from '../rates/rates.ts'

/** `days` includes the last day. */
export const PERIODS = [
  { name: '7d', days: 7 },
  { name: '30d', days: 30 },
  { name: '90d', days: 90 },
  { name: '1y', days: 366 },
  { name: '5y', days: 1827 },
  { name: 'all', days: 40_000 },
] as const
export type PeriodName = (typeof PERIODS)[number]['name']
export const DEFAULT_PERIOD = PERIODS[1]

/** The address of a currency's page: `/rates/USD?period=90d&kind=…`. */
export interface CurrencyChoice extends PublicAddress {
  readonly today: CalendarDate
  /** Undefined if the address has its own days (`start`, `end`). */
  readonly period: PeriodName | undefined
  readonly from: CalendarDate
  readonly to: CalendarDate
}

export function readCurrency(place: Place): CurrencyChoice {
  const { search, today } = place
  const address = readAddress(place)
  const [from, to] = [search.get('start'), search.get('end')]
    .filter(isCalendarDate)
    .map((day) => (day > today ? today : day))
    .sort()
  const shown = { ...address, today }
  if (from !== undefined && to !== undefined) return { ...shown, period: undefined, from, to }
  const { name, days } =
    PERIODS.find((period) => period.name === search.get('period')) ?? DEFAULT_PERIOD
  return { ...shown, period: name, from: addDays(today, 1 - days), to: today }
}

type Days = Pick<CurrencyChoice, 'from' | 'to'>
export type History = ResponseOf<'GET /api/exchange-rate/:currency/history'>['data']

/** Input of the calls for a history. `to` is left out if it is today: one address, one response. */
export function historyInput({ currency, from, to, today, ...choice }: HistoryChoice) {
  return {
    params: { currency },
    query: { from, to: to === today ? undefined : to, ...choiceParams(choice) },
  }
}

type HistoryChoice = Omit<CurrencyChoice, 'period' | 'notes' | 'date'>

const historyQuery = (choice: HistoryChoice) =>
  createQuery('rates', 'GET /api/exchange-rate/:currency/history', historyInput(choice))

export const SPANS = ['day', 'month', 'year'] as const

/** Days before a day in which its rate is looked for: longer than any bank is closed. */
const LOOKED_BACK = 10
const NEWEST_DAYS = 30

/**
 * The queries of a currency's page. If the chosen days have no rates, `history` has the 30
 * days up to the newest rate. `spans` count back from the rate's own day.
 */
export function currencyQueries(choice: CurrencyChoice, known: Known) {
  const { date, today, period } = choice
  const current = rateQuery(choice)
  const chosen = historyQuery(choice)
  const rate = known(current)?.data
  const isEmpty = known(chosen)?.data.rates.length === 0 && period !== undefined
  const days: Days =
    isEmpty && rate ? { from: addDays(rate.date, 1 - NEWEST_DAYS), to: rate.date } : choice
  const day = rate?.date ?? date ?? today
  const upTo = (to: CalendarDate) =>
    historyQuery({ ...choice, from: addDays(to, -LOOKED_BACK), to })
  return {
    current,
    chosen,
    history: historyQuery({ ...choice, ...days }),
    spans: {
      day: upTo(addDays(day, -1)),
      month: upTo(monthsBefore(day, 1)),
      year: upTo(monthsBefore(day, 12)),
    },
  }
}
