import { type Rate, SCALE } from '../money.ts'

/** Significant digits of a derived rate: JSON numbers hold 15 exactly. */
const DIGITS = 12

/** What a rupee is worth in rupees. */
export const ONE_RUPEE = SCALE as Rate

/** Rupees for one unit, or `rupees` for `units`, both in the same fraction. */
export type Worth = Rate | { readonly rupees: bigint; readonly units: bigint }

/** What a rate of so many units says. */
export const worthOf = (rate: Rate, units: number): Worth =>
  units === 1 ? rate : { rupees: BigInt(rate), units: BigInt(units * SCALE) }

/**
 * What a currency is worth in another: the exact quotient, rounded once to 12 significant digits.
 * `ONE_RUPEE` gives the rate itself or its inverse.
 */
export function crossRate(base: Worth, quote: Worth): number {
  const [one, other] = [fraction(base), fraction(quote)]
  const [dividend, divisor] = [one.rupees * other.units, one.units * other.rupees]
  const places = DIGITS - 1 - floorLog10(dividend, divisor)
  // Units of the last place that is kept, and the half that rounding adds.
  const [above, below] =
    places < 0
      ? [dividend, divisor * 10n ** BigInt(-places)]
      : [dividend * 10n ** BigInt(places), divisor]
  const rounded = (above * 2n + below) / (below * 2n)
  return Number(`${rounded}e${-places}`)
}

/** What several worths, at least one, come to on average: exactly. */
export function meanWorth(worths: readonly Worth[]): Worth {
  const { rupees, units } = worths.map(fraction).reduce((one, other) =>
    one.units === other.units
      ? { rupees: one.rupees + other.rupees, units: one.units }
      : {
          rupees: one.rupees * other.units + other.rupees * one.units,
          units: one.units * other.units,
        },
  )
  return { rupees, units: units * BigInt(worths.length) }
}

const fraction = (worth: Worth) =>
  typeof worth === 'number' ? { rupees: BigInt(worth), units: BigInt(SCALE) } : worth

/** The largest power of ten that is not above a quotient. */
function floorLog10(dividend: bigint, divisor: bigint): number {
  const guess = String(dividend).length - String(divisor).length
  const isAbove =
    guess < 0
      ? dividend * 10n ** BigInt(-guess) < divisor
      : dividend < divisor * 10n ** BigInt(guess)
  return isAbove ? guess - 1 : guess
}
