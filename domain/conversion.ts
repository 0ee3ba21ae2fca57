import type { Rate } from './money.ts'
import { SCALE } from './rate-text.ts'

/** An amount of money as an exact decimal: `units` ten-thousandths. */
export type Amount = bigint

/** The largest amount that is converted: 999 999 999 999 999.9999. */
const MOST = 10n ** 19n
const UNITS = BigInt(SCALE)

/** The amount that was typed (`12,500`, `12500.50`, `12 500`), or undefined: at most 4 decimals, above zero. */
export function amountFromText(typed: string): Amount | undefined {
  // Commas, spaces and thin spaces only group digits here: a comma before one or two last digits would be a decimal one.
  const text = typed.trim()
  if (!/^(\d{1,3}([, \u00a0\u2009\u202f]\d{3})+|\d+)?(\.\d{0,4})?$/.test(text) || !/\d/.test(text))
    return undefined
  const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.')
  const amount = BigInt(whole || '0') * UNITS + BigInt(fraction.padEnd(4, '0'))
  return amount > 0n && amount < MOST ? amount : undefined
}

/** An amount of the currency in rupees, exact to 4 decimals, rounded half away from zero. */
export function toRupees(amount: Amount, rate: Rate): Amount {
  return divided(amount * BigInt(rate), UNITS)
}

/** An amount of rupees in the currency, rounded half away from zero to 4 decimals. */
export function fromRupees(amount: Amount, rate: Rate): Amount {
  return divided(amount * UNITS, BigInt(rate))
}

/** With thousands separated and 2 to 4 decimals: `3,765,625.00`, `41.4938`. */
export function formatAmount(amount: Amount): string {
  const whole = (amount / UNITS).toLocaleString('en')
  const fraction = String(amount % UNITS)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${whole}.${fraction}`
}

/** What one rupee is worth, to 6 significant digits: a rate of 301.25 gives `0.00331950`. */
export function inverseText(rate: Rate): string {
  const digits = 6
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(SCALE / rate)))
  const scaled = divided(UNITS * 10n ** BigInt(places), BigInt(rate))
  const text = String(scaled).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

function divided(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}
