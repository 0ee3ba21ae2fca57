import { type Rate, SCALE } from '../money.ts'

/** An amount of money as an exact decimal: `units` ten-thousandths. */
export type Amount = bigint

const UNITS = BigInt(SCALE)
const CENT = 100n

/** An amount in rupees, rounded half away from zero to a multiple of `step` ten-thousandths. */
export function toRupees(amount: Amount, rate: Rate, step = 1n, units = 1): Amount {
  return divided(amount * BigInt(rate), UNITS * BigInt(units) * step) * step
}

/** The inverse of `toRupees`, rounded the same way. */
export function fromRupees(amount: Amount, rate: Rate, step = 1n, units = 1): Amount {
  return divided(amount * UNITS * BigInt(units), BigInt(rate) * step) * step
}

/**
 * Formats a result, rounded once: with 2 decimals, or 4 below 1, because 0.00 would say nothing.
 */
export function resultText(amount: Amount, rate: Rate, isFromRupees: boolean, units = 1): string {
  const convert = isFromRupees ? fromRupees : toRupees
  const exact = convert(amount, rate, 1n, units)
  return formatAmount(exact < UNITS ? exact : convert(amount, rate, CENT, units))
}

/**
 * With thousands separated and 2 or 4 decimals: `3,765,625.00`, `41.4938`; never 3, which might be
 * thousands.
 */
export function formatAmount(amount: Amount): string {
  const whole = (amount / UNITS).toLocaleString('en')
  const fraction = String(amount % UNITS)
    .padStart(4, '0')
    .replace(/00$/, '')
  return `${whole}.${fraction}`
}

/**
 * Formats one rupee in the currency with 6 significant digits: a rate of 301.25 gives `0.00331950`.
 */
export function inverseText(rate: Rate, units = 1): string {
  const digits = 6
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10((SCALE * units) / rate)))
  const scaled = divided(UNITS * BigInt(units) * 10n ** BigInt(places), BigInt(rate))
  const text = String(scaled).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

function divided(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}
