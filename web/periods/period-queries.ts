import type { Place } from '../pages.tsx'
import { isCurrency, usualCurrency, type Currency } from '../../domain/currency.ts'
import { isMonth, type Month, PERIOD_UNITS, type PeriodUnit } from '../../domain/period.ts'
import { DEFAULT_KIND, knownPublisher, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { queryOf } from '../queries.ts'

/** What the page of periods shows. */
export interface PeriodsChoice {
  readonly currency: Currency
  readonly unit: PeriodUnit
  readonly kind: RateKind
  readonly publisher: string | undefined
  /** Undefined: the server's usual months. */
  readonly from: Month | undefined
  readonly to: Month | undefined
  /** Whether the average of calendar days is shown too. */
  readonly withCalendar: boolean
}

/**
 * Reads `/periods/USD?unit=quarter&from=2025-04&to=2026-03&kind=…&publisher=…&average=calendar`;
 * what is not understood is ignored.
 */
export function periodsChoice({ path, search }: Pick<Place, 'path' | 'search'>): PeriodsChoice {
  const currency = path.split('/')[2]
  const month = (name: string) => {
    const text = search.get(name) ?? ''
    return isMonth(text) ? text : undefined
  }
  return {
    currency: isCurrency(currency) ? currency : usualCurrency(),
    unit: PERIOD_UNITS.find((each) => each === search.get('unit')) ?? 'month',
    kind: RATE_KINDS.find((each) => each === search.get('kind')) ?? DEFAULT_KIND,
    publisher: knownPublisher(search.get('publisher')),
    from: month('from'),
    to: month('to'),
    withCalendar: search.get('average') === 'calendar',
  }
}

/** The address that shows a choice; what is usual is left out. */
export function periodsAddress(choice: PeriodsChoice): string {
  const unit = choice.unit === 'month' ? undefined : choice.unit
  const average = choice.withCalendar ? 'calendar' : undefined
  return withQuery(`/periods/${choice.currency}`, { ...periodsInput(choice).query, unit, average })
}

/** What the calls for a choice are given. */
export const periodsInput = ({ currency, unit, from, to, kind, publisher }: PeriodsChoice) => ({
  params: { currency },
  query: { unit, from, to, kind: kind === DEFAULT_KIND ? undefined : kind, publisher },
})

/** The figures of the chosen periods. */
export const periodsQuery = (choice: PeriodsChoice) =>
  queryOf('rates', 'GET /api/exchange-rate/:currency/periods', periodsInput(choice))

/** What the page of periods shows first. */
export const periodsLoader = (place: Place) => [periodsQuery(periodsChoice(place))]
