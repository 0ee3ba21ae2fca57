declare const rate: unique symbol

/** Ten-thousandths of a rupee for `unitsOf` units: 301.25 LKR is 3 012 500. */
export type Rate = number & { readonly [rate]: true }

export type RateChange = number

export const RATE_DECIMALS = 4
export const SCALE = 10_000

export function formatRate(units: Rate): string {
  return decimalText(units)
}

/** 4, 6 or 7 decimals for 1, 100 or 1000 units. */
export function formatPerUnit(rate: Rate, units: number): string {
  return decimalText(rate, RATE_DECIMALS + Math.log10(units))
}

/** `+0.1000`, `−2.0000` */
export function formatChange(units: RateChange): string {
  return `${units < 0 ? '−' : '+'}${decimalText(Math.abs(units))}`
}

/** Hundredths of a per cent. */
export const percentChange = (from: Rate, to: Rate): number => changeIn(10_000n, from, to)

/** Ten-thousandths of a per cent. */
export const moveOf = (from: Rate, to: Rate): number => changeIn(1_000_000n, from, to)

function changeIn(parts: bigint, from: Rate, to: Rate): number {
  const [before, after] = [BigInt(from), BigInt(to)]
  const doubled = (after - before) * parts * 2n
  // BigInt division truncates towards zero.
  return Number((doubled + (doubled < 0n ? -before : before)) / (before * 2n))
}

export const percentChangeText = (from: Rate, to: Rate): string =>
  formatPercentChange(percentChange(from, to))

/**
 * From ten times on, `× 298,176`: nobody reads such a percentage. Without a sign if it rounds to
 * zero: the change beside it may be negative.
 */
export function formatPercentChange(hundredths: number): string {
  if (hundredths >= 90_000) return `× ${Math.round(1 + hundredths / 10_000).toLocaleString('en')}`
  const sign = hundredths < 0 ? '−' : hundredths > 0 ? '+' : ''
  return `${sign}${(Math.abs(hundredths) / 100).toFixed(2)} %`
}

/** Exact: both sides use the shortest decimal. */
export function toWire(units: Rate | RateChange): number {
  return units / SCALE
}

export function fromWire(rupees: number): Rate {
  return Math.round(rupees * SCALE) as Rate
}

function decimalText(units: number, decimals = RATE_DECIMALS): string {
  const scale = 10 ** decimals
  return `${Math.floor(units / scale)}.${String(units % scale).padStart(decimals, '0')}`
}

/** 99 999 999.9999 LKR, the most that `numeric(12, 4)` holds. */
export const MAX_RATE = 999_999_999_999

type RateError = 'not a number' | 'not above zero' | 'too large' | 'too many decimals'

const DECIMAL = /^(\d{1,15})(?:\.(\d*))?$|^\.(\d+)$/

/** `String` writes 0.0000001 as 1e-7. */
export const decimalNumber = (value: number): string =>
  value > 0 && value < 1e-6 ? value.toFixed(12) : String(value)

/** Takes no sign, exponent, grouping or spaces. */
export function rateFromText(text: string, units = 1): Rate | RateError {
  if (/^-\d/.test(text)) return 'not above zero'
  const match = DECIMAL.exec(text)
  if (!match) return 'not a number'
  const whole = match[1] ?? '0'
  const fraction = withoutLastZeros(match[2] ?? match[3] ?? '')
  const decimals = RATE_DECIMALS + Math.log10(units)
  if (fraction.length > decimals) return 'too many decimals'
  return inRange(Number(whole) * SCALE * units + Number(fraction.padEnd(decimals, '0')))
}

/** Rounds half away from zero. */
export function roundedRate(text: string, units = 1): Rate | RateError {
  const match = DECIMAL.exec(text)
  if (!match) return rateFromText(text)
  const fraction = match[2] ?? match[3] ?? ''
  const decimals = RATE_DECIMALS + Math.log10(units)
  const kept = Number(fraction.slice(0, decimals).padEnd(decimals, '0'))
  const up = Number(fraction[decimals] ?? 0) >= 5 ? 1 : 0
  return inRange(Number(match[1] ?? '0') * SCALE * units + kept + up)
}

export function rateFromNumber(value: unknown): Rate | RateError {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not a number'
  const units = Math.round(value * SCALE)
  if (value > 0 && units / SCALE !== value)
    return value > MAX_RATE / SCALE ? 'too large' : 'too many decimals'
  return inRange(units)
}

/** Up to 8 decimals of one unit, rounded. */
export function rateFromFeed(value: unknown, units = 1): Rate | RateError {
  return quotientFromFeed(value, 1, units)
}

export function quotientFromFeed(rupees: unknown, amount: unknown, units = 1): Rate | RateError {
  const [dividend, divisor] = [rupees, amount].map((value) =>
    typeof value === 'number' && Math.abs(value) < 1e15
      ? BigInt(value.toFixed(12).replace('.', ''))
      : null,
  )
  if (dividend === null || dividend === undefined || !divisor) return 'not a number'
  const doubled = (dividend * BigInt(units * SCALE) * 2n + divisor) / (divisor * 2n)
  return inRange(Number(doubled))
}

/** Throws a RangeError. */
export function rateOf(value: string | number): Rate {
  const result = typeof value === 'string' ? rateFromText(value) : rateFromNumber(value)
  if (typeof result === 'string') throw new RangeError(`Not a rate (${result}): ${value}`)
  return result
}

export function average(rates: readonly Rate[]): Rate | null {
  if (rates.length === 0) return null
  return mean(
    rates.reduce((sum, each) => sum + BigInt(each), 0n),
    rates.length,
  )
}

export function mean(total: number | bigint, count: number): Rate {
  const divisor = BigInt(count) * 2n
  // Rates are positive: adding half the divisor rounds half away from zero.
  return Number((BigInt(total) * 2n + BigInt(count)) / divisor) as Rate
}

function inRange(units: number): Rate | RateError {
  if (units <= 0) return 'not above zero'
  return units > MAX_RATE ? 'too large' : (units as Rate)
}

/** A regular expression takes quadratic time on long runs of zeros. */
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
