/* How rates are written. Apart from money.ts, whose checks public pages need not load. */

declare const rate: unique symbol

/**
 * Rupees for as many units as a currency's rates are kept for, in whole ten-thousandths: 301.25 LKR
 * is 3 012 500.
 */
export type Rate = number & { readonly [rate]: true }

/** A difference of two rates, in ten-thousandths of a rupee; may be zero or negative. */
export type RateChange = number

export const RATE_DECIMALS = 4
/** Ten-thousandths in a rupee. */
export const SCALE = 10_000

/** With exactly 4 decimals: `301.2500`. */
export function formatRate(units: Rate): string {
  return decimalText(units)
}

/** What one unit is worth, exactly, where the rate is for 1, 100 or 1000: with 4, 6 or 7 decimals. */
export function formatPerUnit(rate: Rate, units: number): string {
  return decimalText(rate, RATE_DECIMALS + Math.log10(units))
}

/** With a sign before and exactly 4 decimals: `+0.1000`, `-2.0000`, `+0.0000` for no change. */
export function formatChange(units: RateChange): string {
  return `${units < 0 ? '-' : '+'}${decimalText(Math.abs(units))}`
}

/** The change from an earlier rate in hundredths of a per cent: 25 for 400 to 401. */
export function percentChange(from: Rate, to: Rate): number {
  const [before, after] = [BigInt(from), BigInt(to)]
  const doubled = (after - before) * 20_000n
  // Division of big integers drops what is left over, towards zero.
  return Number((doubled + (doubled < 0n ? -before : before)) / (before * 2n))
}

/** The same as text. */
export const percentChangeText = (from: Rate, to: Rate): string =>
  formatPercentChange(percentChange(from, to))

/** With a sign and two decimals: `+0.25 %`, `-2.00 %`, `+0.00 %` for no change. */
export function formatPercentChange(hundredths: number): string {
  return `${hundredths < 0 ? '-' : '+'}${(Math.abs(hundredths) / 100).toFixed(2)} %`
}

/** As a JSON number of rupees: exact, because both sides print and read the shortest decimal. */
export function toWire(units: Rate | RateChange): number {
  return units / SCALE
}

/** Back from the number of a response, which is known to be a rate. */
export function fromWire(rupees: number): Rate {
  return Math.round(rupees * SCALE) as Rate
}

function decimalText(units: number, decimals = RATE_DECIMALS): string {
  const scale = 10 ** decimals
  return `${Math.floor(units / scale)}.${String(units % scale).padStart(decimals, '0')}`
}
