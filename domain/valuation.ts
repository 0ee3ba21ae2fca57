import { type Amount, CENT, toRupees } from './conversion/conversion.ts'
import type { CalendarDate } from './calendar-date.ts'
import type { Rate } from './money.ts'
import { monthOf, periodsFromTo } from './period.ts'
import type { DayRule } from './policy.ts'

/** Rupees are ten-thousandths, to whole cents. An asset is above zero, a liability below. */
export interface Valuation {
  readonly rupees: Amount
  readonly booked: Amount
  /** Above zero for a gain: an asset is worth more, or a liability less. */
  readonly gain: Amount
}

/** `booked`: rupees in the books, or the rate at which the amount was booked. */
export type Booked =
  | { readonly rupees: Amount; readonly rate?: never }
  | { readonly rate: Rate; readonly rupees?: never }

/**
 * Values an open balance at a closing rate for `units` units (IAS 21.23 and 21.28). `booked` with a
 * rate is converted like the value.
 */
export function valueBalance(
  amount: Amount,
  booked: Booked,
  { rate, units }: { readonly rate: Rate; readonly units: number },
): Valuation {
  const rupees = toRupees(amount, rate, CENT, units)
  const before =
    booked.rate === undefined ? booked.rupees : toRupees(amount, booked.rate, CENT, units)
  return { rupees, booked: before, gain: rupees - before }
}

/** Sums rounded rows. */
export function sumValuations(rows: readonly Valuation[]): Valuation {
  const sum = (of: (row: Valuation) => Amount) => rows.reduce((all, row) => all + of(row), 0n)
  return {
    rupees: sum((row) => row.rupees),
    booked: sum((row) => row.booked),
    gain: sum((row) => row.gain),
  }
}

/**
 * Returns why a rule gives no closing rate of a day. Monetary items are translated at the closing
 * rate (IAS 21.23), never at an average. The last rate of a month is known only after its end.
 */
export function valuationFault(
  rule: DayRule,
  date: CalendarDate,
): 'average' | 'not the end of a month' | undefined {
  if (rule === 'average of the month') return 'average'
  const [month] = periodsFromTo('month', monthOf(date), monthOf(date))
  return rule === 'last of the month' && month?.to !== date ? 'not the end of a month' : undefined
}
