import { currencies, type Currency } from '../currency.ts'
import { allSeries, RATE_KINDS, type RateKind } from '../series.ts'

/** Rates of one currency, of the kind that is named or of the one that the whole import is of. */
type RatesOf = Currency | `${Currency} ${RateKind}`
/** Rates of the row's currency, likewise. */
type RatesOfRow = 'rate' | `rate ${RateKind}`
/**
 * What a column of a sheet holds. One of `rate` has a rate of the row's currency, one of `USD` the
 * dollar's.
 */
export type ColumnUse =
  'none' | 'date' | 'currency' | 'kind' | 'units' | 'amount' | RatesOfRow | RatesOf

export const columnUses = (): readonly ColumnUse[] => [
  ...(['none', 'date', 'currency', 'kind', 'units', 'amount', 'rate'] as const),
  ...RATE_KINDS.map((kind): RatesOfRow => `rate ${kind}`),
  ...currencies(),
  ...allSeries().map(({ currency, kind }): RatesOf => `${currency} ${kind}`),
]

/**
 * Currency and kind of a column's rates, each null where not named; undefined for every other use.
 */
export function ratesOfUse(
  use: ColumnUse,
): { readonly currency: Currency | null; readonly kind: RateKind | null } | undefined {
  const [first, ...rest] = use.split(' ')
  const currency = currencies().find((each) => each === first) ?? null
  if (currency === null && first !== 'rate') return undefined
  return { currency, kind: RATE_KINDS.find((each) => each === rest[0]) ?? null }
}

/** Whether rates can be read by these columns. */
export function isReadable(columns: readonly ColumnUse[]): boolean {
  const count = (use: ColumnUse) => columns.filter((each) => each === use).length
  const rates = columns.flatMap((each) => ratesOfUse(each) ?? [])
  const own = rates.filter(({ currency }) => currency !== null).length
  const isTwice = columns.some((use, at) => use === 'date' && columns[at + 1] === 'date')
  if (count('date') < 1 || isTwice || count('currency') > 1 || count('kind') > 1) return false
  return own > 0
    ? own === rates.length && count('currency') + count('kind') === 0
    : rates.length > 0 && new Set(rates.map(({ kind }) => kind)).size === rates.length
}
