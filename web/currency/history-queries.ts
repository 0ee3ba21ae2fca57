import type { Known, Place } from '../pages.tsx'
import { useMemo } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import {
  addDays,
  calendarDateOf,
  isCalendarDate,
  dayInColombo,
  monthsBefore,
  startInColombo,
  timeInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { isCurrency, usualCurrency, type Currency } from '../../domain/currency.ts'
import { fromWire } from '../../domain/money.ts'
import { knownPublisher, type RateKind, seriesOf } from '../../domain/series.ts'
import { sideBoardQuery } from '../rates/board-queries.ts'
import { kindOf, sideOf, type Side } from '../rates/side.ts'
import { queryOf, type ResponseQuery } from '../queries.ts'
import { chartChoice, type ChartChoice } from './chart/chart-choice.ts'

/** What a currency's screen shows. */
export interface CurrencyChoice extends ChartChoice {
  readonly currency: Currency
  readonly today: CalendarDate
  /** The day whose rate converts; undefined: today. */
  readonly date: CalendarDate | undefined
  /** Undefined: the indicative rate. */
  readonly side: Side | undefined
  /** The bank whose sides are shown; undefined: those of the main series. */
  readonly publisher: string | undefined
}

/** Reads `/rates/USD?period=90d&date=…&side=…`; what is not understood is ignored. */
export function currencyChoice(place: Place): CurrencyChoice {
  const { path, search, today } = place
  const named = path.split('/')[2]
  const currency = isCurrency(named) ? named : usualCurrency()
  const date = search.get('date')
  return {
    ...chartChoice(place, currency),
    currency,
    today,
    date: isCalendarDate(date) && date < today ? date : undefined,
    side: sideOf(search.get('side')),
    publisher: knownPublisher(search.get('publisher')),
  }
}

/**
 * What the call for a history is given; `to` is left out where it is today, so that one address has
 * one response.
 */
export function historyInput(choice: CurrencyChoice) {
  const { currency, period, from, to, side, publisher } = choice
  const of = { kind: kindOf(side), publisher: side && publisher }
  return {
    params: { currency },
    query: { from, to: period === undefined ? to : undefined, ...of },
  }
}

/** The rates of the days that are chosen. */
export const historyQuery = (choice: CurrencyChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/:currency/history', historyInput(choice))

/** What the change of a rate is said over. */
export const SPANS = ['day', 'month', 'year'] as const

/** Days before an earlier day in which its rate is looked for: longer than any bank is closed. */
const LOOKED_BACK = 10

/** The rates of the days up to a day, a month and a year before the day that is shown. */
export function earlierQueries(choice: CurrencyChoice) {
  const day = choice.date ?? choice.today
  const upTo = (to: CalendarDate) =>
    historyQuery({ ...choice, period: undefined, from: addDays(to, -LOOKED_BACK), to })
  return { day: upTo(day), month: upTo(monthsBefore(day, 1)), year: upTo(monthsBefore(day, 12)) }
}

/** What a bank buys and sells at, where it is shown beside the main rate. */
export const bankQueries = ({ date, side, publisher }: CurrencyChoice) =>
  publisher === undefined || side !== undefined
    ? []
    : (['export', 'import'] as const).map((each) => sideBoardQuery(date, each, publisher))

type History = ResponseOf<'GET /api/exchange-rate/:currency/history'>['data']

/** The series and the rates of a history; undefined while it is on its way. */
export function useHistory(history: History | undefined, currency: Currency) {
  return useMemo(
    () => ({
      series: seriesOf(history?.currency ?? currency, history?.kind, history?.publisher),
      rates: history?.rates.map((each) => ({ ...each, rate: fromWire(each.rate) })) ?? [],
    }),
    [history, currency],
  )
}

/** What the page of a cited rate shows. */
export interface Citation {
  readonly currency: Currency
  readonly date: CalendarDate
  /**
   * As typed or printed, in Colombo's time: `2026-09-29T15:30`, with or without seconds; undefined:
   * as known now.
   */
  readonly knownAt: string | undefined
  /** Page of its changes; the newest are on the first. */
  readonly page: number
  /**
   * As the address names it: what is no kind is refused by the server, so that no other rate stands
   * under the address.
   */
  readonly kind?: RateKind | undefined
  /** The same of a bank. */
  readonly publisher?: string | undefined
}

/** Reads `/rates/USD/2026-09-29?kind=tt-selling&known_at=2026-09-29T15:30&page=2`. */
export function citationOf({ path, search }: Pick<Place, 'path' | 'search'>): Citation {
  const [, , currency, date = ''] = path.split('/')
  const knownAt = search.get('known_at') ?? ''
  const valid =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(knownAt) && isCalendarDate(knownAt.slice(0, 10))
  return {
    currency: isCurrency(currency) ? currency : usualCurrency(),
    date: calendarDateOf(date),
    knownAt: valid ? knownAt : undefined,
    page: /^[1-9]\d{0,8}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1,
    kind: (search.get('kind') as RateKind | null) ?? undefined,
    publisher: search.get('publisher') ?? undefined,
  }
}

/** A cited rate with a page of its changes. */
export function citedQuery({ currency, date, page, ...citation }: Citation) {
  const query = { ...whichOf(citation), page: page > 1 ? String(page) : undefined }
  return queryOf('rates', 'GET /api/exchange-rate/:currency/on/:date', {
    params: { currency, date },
    query,
  })
}

/** The rate that applies on a day without one of its own. */
export const appliesQuery = ({ currency, date, kind, publisher }: Citation) =>
  queryOf('rates', 'GET /api/exchange-rate/current/:currency', {
    params: { currency },
    query: { date, kind, publisher },
  })

/** The week up to a day: it says why the day has no rate of its own. */
export const weekToQuery = ({ currency, date, kind, publisher }: Citation) =>
  queryOf('rates', 'GET /api/exchange-rate/:currency/last-seven-days', {
    params: { currency },
    query: { date, kind, publisher },
  })

/** A moment as the address of a cited rate names it: `2026-09-29T15:30:05`. */
export function knownAtOf(instant: Date): string {
  const seconds = String(instant.getUTCSeconds()).padStart(2, '0')
  return `${dayInColombo(instant)}T${timeInColombo(instant)}:${seconds}`
}

const whichOf = ({ kind, publisher, knownAt }: Omit<Citation, 'currency' | 'date' | 'page'>) => ({
  kind,
  publisher,
  known_at: knownAt && instantInColombo(knownAt),
})

/**
 * What the page of a cited rate shows; where it is known that the day has none, the rate that
 * applies as well.
 */
export function citedLoader(place: Place, known: Known): readonly ResponseQuery<unknown>[] {
  const citation = citationOf(place)
  const cited = citedQuery(citation)
  const response = known(cited)
  const isWithout = response === null || response?.data.rate === null
  return isWithout && citation.knownAt === undefined
    ? [cited, appliesQuery(citation), weekToQuery(citation)]
    : [cited]
}

/** The instant, in UTC, of a day and a time in Colombo. */
function instantInColombo(local: string): string {
  const [day = '', time = ''] = local.split('T')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const instant =
    startInColombo(calendarDateOf(day)) + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return new Date(instant).toISOString()
}
