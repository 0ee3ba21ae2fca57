import type { ResponseBody } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/rates/rates.ts'
import { rateBoard } from '../../contract/rates/rate-board.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, type Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { queryOf, type ResponseQuery } from '../queries.ts'
import type { Place } from '../screen.ts'
import { ratesText } from '../text/en/rates.ts'
import { SIDES_TEXT } from '../text/en/sides.ts'
import { kindOf, SIDES, sideOf, type Side } from './side.ts'

/** The rate of a currency on or before a day. */
export type CurrentRate = ResponseBody<typeof currentRate>['data']

/** What the rates screen is asked to show. */
export interface RatesChoice {
  readonly base: Currency
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
  /** Undefined: the reference rate. */
  readonly side?: Side | undefined
}

export const DEFAULT_BASE: Currency = 'USD'

/**
 * Reads `?base=…&date=…&side=…`. What cannot be shown counts as not said, and `notes` has a sentence on each such thing: an address
 * may be mistyped, or older than a change here.
 */
export function ratesChoice({ search, today }: Place): RatesChoice & { readonly notes: readonly string[] } {
  const base = search.get('base') || DEFAULT_BASE
  const date = search.get('date') || today
  const sideText = search.get('side') || null
  const side = sideOf(sideText)
  const notes: string[] = []
  const shortened = (given: string) => given.slice(0, 20)
  if (!isCurrency(base)) notes.push(ratesText.unknownCurrency(shortened(base), DEFAULT_BASE))
  if (!isCalendarDate(date) || date > today) notes.push(ratesText.unknownDay(shortened(date)))
  if (sideText !== null && !side) notes.push(SIDES_TEXT.unknown(shortened(sideText)))
  return {
    base: isCurrency(base) ? base : DEFAULT_BASE,
    date: isCalendarDate(date) && date < today ? date : undefined,
    side,
    notes,
  }
}

/**
 * The last day of the sample, where the address names no day and the newest rate is the sample's: the screen opens on the
 * week up to it instead of on a week without rates.
 */
export function sampleDay(search: URLSearchParams, rate: CurrentRate | undefined): CalendarDate | undefined {
  const opensOnSample = !search.has('date') && rate?.source === 'sample' && rate.date < rate.requested_date
  return opensOnSample ? rate.date : undefined
}

/** The same for a loader, as far as the response to `rate` is known already. */
export function knownSampleDay(
  { search, known }: Pick<Place, 'search' | 'known'>,
  rate: ReturnType<typeof rateQuery>,
): CalendarDate | undefined {
  return sampleDay(search, known?.getQueryData<ResponseBody<typeof currentRate>>(rate.queryKey)?.data)
}

/** The address of the rates screen for a choice. */
export function ratesAddress({ base, date, side }: RatesChoice): string {
  const isUsual = date === undefined && base === DEFAULT_BASE
  return withQuery('/rates', { date, base: isUsual ? undefined : base, side })
}

const inputOf = ({ base, date, side }: RatesChoice) => ({
  params: { currency: base },
  querystring: { date, kind: kindOf(side) },
})

/** Which feed is followed, and how it is. */
export const feedQuery = () => queryOf('rates', feedState, {})

/** The rate of a currency on or before a day. */
export const rateQuery = (choice: RatesChoice) => queryOf('rates', currentRate, inputOf(choice))

/** The seven days that end with a day. */
export const weekQuery = (choice: RatesChoice) => queryOf('rates', lastSevenDays, inputOf(choice))

/** All currencies on a day; undefined: today. */
export const boardQuery = (date?: CalendarDate, kind?: RateKind) =>
  queryOf('rates', rateBoard, { querystring: { date, kind } })

/** What the rates screen shows: the chosen currency's rates, and the boards'. */
export function ratesLoader(place: Place): readonly ResponseQuery<unknown>[] {
  const choice = ratesChoice(place)
  const rate = rateQuery(choice)
  const date = choice.date ?? knownSampleDay(place, rate)
  const boards = new Set([kindOf(choice.side), ...SIDES.map(kindOf)])
  return [
    ...[feedQuery(), rate, weekQuery({ ...choice, date })],
    ...[...boards].map((kind) => boardQuery(date, kind)),
    boardQuery(choice.date, 'customs'),
  ]
}
