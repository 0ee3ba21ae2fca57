import type { Rate } from './rate-text.ts'

/** How far a rate lies from an earlier one, in hundredths of a per cent of that one, half away from zero: 25 for 400 to 401. */
export function percentChange(from: Rate, to: Rate): number {
  const [before, after] = [BigInt(from), BigInt(to)]
  const doubled = (after - before) * 20_000n
  // Division of big integers drops what is left over, towards zero.
  return Number((doubled + (doubled < 0n ? -before : before)) / (before * 2n))
}

/** With a sign and two decimals: `+0.25 %`, `-2.00 %`, `+0.00 %` for no change. */
export function formatPercentChange(hundredths: number): string {
  return `${hundredths < 0 ? '-' : '+'}${(Math.abs(hundredths) / 100).toFixed(2)} %`
}
