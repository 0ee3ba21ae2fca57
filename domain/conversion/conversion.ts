import { type Rate, SCALE } from '../money.ts'

/** In ten-thousandths. */
export type Amount = bigint

const UNITS = BigInt(SCALE)
export const CENT = 100n

/** Rounds half away from zero to a multiple of `step` ten-thousandths. Both may be negative. */
export function toRupees(amount: Amount, rate: Rate, step = 1n, units = 1): Amount {
  return divided(amount * BigInt(rate), UNITS * BigInt(units) * step) * step
}

export function fromRupees(amount: Amount, rate: Rate, step = 1n, units = 1): Amount {
  return divided(amount * UNITS * BigInt(units), BigInt(rate) * step) * step
}

/** Two decimals, or 4 below 1. */
export function formatResult(amount: Amount, rate: Rate, isFromRupees: boolean, units = 1): string {
  const convert = isFromRupees ? fromRupees : toRupees
  const exact = convert(amount, rate, 1n, units)
  return formatAmount(exact < UNITS ? exact : convert(amount, rate, CENT, units))
}

/** `3,765,625.00`, `41.4938`; never 3 decimals, which might be thousands. */
export function formatAmount(amount: Amount): string {
  const whole = (amount / UNITS).toLocaleString('en')
  const fraction = String(amount % UNITS)
    .padStart(4, '0')
    .replace(/00$/, '')
  return `${whole}.${fraction}`
}

/** Six significant digits: `0.00331950` for a rate of 301.25. */
export function inverseText(rate: Rate, units = 1): string {
  const digits = 6
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10((SCALE * units) / rate)))
  const scaled = divided(UNITS * BigInt(units) * 10n ** BigInt(places), BigInt(rate))
  const text = String(scaled).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** Rounds half away from zero. BigInt division truncates towards zero. */
function divided(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + (dividend < 0n ? -divisor : divisor)) / (divisor * 2n)
}
