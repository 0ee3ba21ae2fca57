import { currencies, type Currency } from './currency.ts'
import type { Rate } from './money.ts'
import { SCALE } from './money.ts'

export const ACCOUNTING_FORMATS = ['beancount', 'ledger', 'csv', 'odoo.csv'] as const
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number]

type ExportName = `${Currency | 'all'}.${AccountingFormat}`

export const exportNames = (): readonly ExportName[] =>
  [...currencies(), 'all' as const].flatMap((currency) =>
    ACCOUNTING_FORMATS.map((format) => `${currency}.${format}` as const),
  )

export function readExportName(name: ExportName): {
  readonly currency: Currency | undefined
  readonly format: AccountingFormat
} {
  const dot = name.indexOf('.')
  const currency = name.slice(0, dot)
  return {
    currency: currency === 'all' ? undefined : (currency as Currency),
    format: name.slice(dot + 1) as AccountingFormat,
  }
}

/** JSON numbers hold 15 significant digits exactly. */
const DIGITS = 12

export const ONE_RUPEE = SCALE as Rate

export type Worth = Rate | { readonly rupees: bigint; readonly units: bigint }

export const worthOf = (rate: Rate, units: number): Worth =>
  units === 1 ? rate : { rupees: BigInt(rate), units: BigInt(units * SCALE) }

/** Rounds once, to 12 significant digits. */
export function crossRate(base: Worth, quote: Worth): number {
  const [one, other] = [fraction(base), fraction(quote)]
  const [dividend, divisor] = [one.rupees * other.units, one.units * other.rupees]
  const places = DIGITS - 1 - floorLog10(dividend, divisor)
  const [above, below] =
    places < 0
      ? [dividend, divisor * 10n ** BigInt(-places)]
      : [dividend * 10n ** BigInt(places), divisor]
  const rounded = (above * 2n + below) / (below * 2n)
  return Number(`${rounded}e${-places}`)
}

const fraction = (worth: Worth) =>
  typeof worth === 'number' ? { rupees: BigInt(worth), units: BigInt(SCALE) } : worth

function floorLog10(dividend: bigint, divisor: bigint): number {
  const guess = String(dividend).length - String(divisor).length
  const isAbove =
    guess < 0
      ? dividend * 10n ** BigInt(-guess) < divisor
      : dividend < divisor * 10n ** BigInt(guess)
  return isAbove ? guess - 1 : guess
}
