import { CURRENCIES, type Currency } from '../currency.ts'
import { ALL_SERIES, type RateKind } from '../series.ts'

/** Rates of one currency, of the kind that is named or of the one that the whole import is of. */
type RatesOf = Currency | `${Currency} ${RateKind}`
/** What a column of a sheet holds. One of `rate` has a rate of the row's currency, one of `USD` the dollar's. */
export type ColumnUse = 'none' | 'date' | 'currency' | 'kind' | 'rate' | RatesOf

export const COLUMN_USES: readonly ColumnUse[] = [
  ...(['none', 'date', 'currency', 'kind', 'rate'] as const),
  ...CURRENCIES,
  ...ALL_SERIES.map(({ currency, kind }): RatesOf => `${currency} ${kind}`),
]

/** The currency and, where it is named, the kind whose rates a column holds; undefined for every other use. */
export function ratesOfUse(
  use: ColumnUse,
): { readonly currency: Currency; readonly kind: RateKind | null } | undefined {
  const series = ALL_SERIES.find(({ currency, kind }) => use === `${currency} ${kind}`)
  if (series) return series
  const currency = CURRENCIES.find((each) => each === use)
  return currency && { currency, kind: null }
}

/** Whether rates can be read by these columns: one is the date, and one is the rate or some are currencies. */
export function isReadable(columns: readonly ColumnUse[]): boolean {
  const count = (use: ColumnUse) => columns.filter((each) => each === use).length
  const own = columns.filter((each) => ratesOfUse(each)).length
  const sideColumns = count('currency') + count('kind')
  if (count('date') !== 1 || count('currency') > 1 || count('kind') > 1) return false
  return own > 0 ? count('rate') + sideColumns === 0 : count('rate') === 1
}

const CODE = new RegExp(`(?<![a-z])(?:${CURRENCIES.join('|')})(?![a-z])`, 'gi')
const NAMES: readonly (readonly [RegExp, Currency])[] = [
  [/(?<![a-z])(?:us|u\.s\.|american) ?(?:dollar|\$)|dollars? ?\(us\)/i, 'USD'],
  [/austral/i, 'AUD'],
  [/canad/i, 'CAD'],
  [/sterling|(?:british|uk) pound/i, 'GBP'],
]
const KINDS: readonly (readonly [RegExp, RateKind])[] = [
  [/(?<![a-z])(?:tt|telegraphic).*sell/i, 'tt-selling'],
  [/(?<![a-z])(?:tt|telegraphic).*buy/i, 'tt-buying'],
  [/sell.*(?<![a-z])(?:tt|telegraphic)/i, 'tt-selling'],
  [/buy.*(?<![a-z])(?:tt|telegraphic)/i, 'tt-buying'],
  [/(?<![a-z])customs/i, 'customs'],
  [/(?<![a-z])indicative/i, 'indicative'],
]

/**
 * The rates that a heading such as `USD`, `US Dollar` or `GBP/LKR TT selling` is over. Undefined where it names no currency of
 * ours or several, and where it says buying or selling of what is no telegraphic transfer: such kinds are not kept.
 */
export function ratesUnderHeading(heading: string): RatesOf | undefined {
  const codes = new Set(heading.toUpperCase().match(CODE))
  for (const [name, currency] of NAMES) if (name.test(heading)) codes.add(currency)
  const currency = CURRENCIES.find((each) => codes.has(each))
  if (currency === undefined || codes.size > 1) return undefined
  const kind = KINDS.find(([name]) => name.test(heading))?.[1]
  if (kind) return `${currency} ${kind}`
  return /buy|sell|bid|ask|offer/i.test(heading) ? undefined : currency
}
