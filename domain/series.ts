import type { CalendarDate } from './calendar-date.ts'
import { CURRENCIES, type Currency } from './currency.ts'

/**
 * The kinds of rate that are kept; the table `rate_kind` has exactly these. A bank pays `tt-buying`
 * and asks `tt-selling` for a telegraphic transfer; `customs` is the rate for duty, which holds
 * from its day until the day before the next one's.
 */
export const RATE_KINDS = ['indicative', 'tt-buying', 'tt-selling', 'customs'] as const
export type RateKind = (typeof RATE_KINDS)[number]

/** The kind that is meant where none is named. */
export const DEFAULT_KIND: RateKind = 'indicative'

/** What a rate belongs to: a currency's rates of one kind. */
export interface Series {
  readonly currency: Currency
  readonly kind: RateKind
}

declare const rateKey: unique symbol
/** A series, or one day of it, as the key of a map; only `key` makes one. */
export type RateKey = string & { readonly [rateKey]: true }

/** A currency's series of a kind. */
export function seriesOf(currency: Currency, kind: RateKind = DEFAULT_KIND): Series {
  return { currency, kind }
}

/** The series of a kind, in the order of the currencies. */
export function seriesOfKind(kind: RateKind): readonly Series[] {
  return CURRENCIES.map((currency) => ({ currency, kind }))
}

/** Whether a text names a kind. */
export function isRateKind(text: string): text is RateKind {
  return RATE_KINDS.some((kind) => kind === text)
}

/** Every series there is. */
export const ALL_SERIES: readonly Series[] = RATE_KINDS.flatMap(seriesOfKind)

/**
 * The key of a series or, with `date`, of one day of it. Whatever else an object says beside its
 * series is left out.
 */
export function key({ currency, kind }: Series, date?: CalendarDate): RateKey {
  return `${currency} ${kind}${date === undefined ? '' : ` ${date}`}` as RateKey
}

/** A series as records have it that are older than kinds: the default one is not named. */
export function seriesFields({
  currency,
  kind,
}: Series): Pick<Series, 'currency'> & Partial<Series> {
  return { currency, ...(kind !== DEFAULT_KIND && { kind }) }
}
