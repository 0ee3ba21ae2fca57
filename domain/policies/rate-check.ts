import { toRupees, type Amount } from '../conversion/conversion.ts'
import { percentChange, type Rate } from '../rate-text.ts'

/** What comes of holding a rate that was used against the one that counts. */
export const CHECK_RESULTS = ['differs', 'per 100', 'too old', 'no rate', 'agrees'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

/** The age in business days that a rate may have for what it was used for. */
export const USUAL_MAX_AGE = 3

/** How near a rate that was typed for 100 units comes to it: to the 20th part. */
const NEAR = 20

/**
 * Whether a rate that was used is the one that counts, at the decimals that it has, two at least.
 * `per 100`: a hundredth of it is nearly the rate.
 */
export function compareUsed(used: Rate, rate: Rate): 'agrees' | 'differs' | 'per 100' {
  const step = [100, 10].find((each) => used % each === 0) ?? 1
  if (used === Math.floor((rate + step / 2) / step) * step) return 'agrees'
  return Math.abs(used - rate * 100) * NEAR <= rate * 100 ? 'per 100' : 'differs'
}

/** How far a rate that was used lies from the one that counts. */
export interface RateDifference {
  /** In ten-thousandths of a rupee. */
  readonly rate: number
  /** In hundredths of a per cent. */
  readonly percent: number
  /** In ten-thousandths of a rupee, to whole cents; there where there is an amount. */
  readonly rupees?: Amount
}

/** The difference of a rate of so many units, above zero where too many rupees were paid. */
export function differenceOf(
  used: Rate,
  rate: Rate,
  amount: Amount | undefined,
  units: number,
): RateDifference {
  const by = used - rate
  const rupees = amount && toRupees(amount, Math.abs(by) as Rate, 100n, units)
  return {
    rate: by,
    percent: percentChange(rate, used),
    ...(rupees !== undefined && { rupees: by < 0 ? -rupees : rupees }),
  }
}
