import { businessDayBefore } from './bank-holiday.ts'
import { type CalendarDate, fromDayNumber, toDayNumber } from './calendar-date.ts'
import { type Amount, CENT, toRupees } from './conversion/conversion.ts'
import { percentChange, type Rate } from './money.ts'
import { type AsOf, monthOf, periodResult, periodsFromTo, type SeriesRates } from './period.ts'
import { DEFAULT_KIND, type RateKind } from './series.ts'

export const POLICY_NAMES = ['purchase-invoice', 'sales-invoice', 'customs', 'closing'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

export interface RuledRate {
  readonly rate: Rate
  readonly date: CalendarDate
  readonly average?: {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly days: number
  }
}

type Rule = (rates: SeriesRates, date: CalendarDate, asOf: AsOf) => RuledRate | undefined

const monthWith = (date: CalendarDate) => {
  const [month] = periodsFromTo('month', monthOf(date), monthOf(date))
  if (!month) throw new RangeError(`No month holds ${date}`)
  return month
}

function newest(rates: SeriesRates, date: CalendarDate): RuledRate | undefined {
  const day = rates.newestUpTo(toDayNumber(date))
  const rate = day === undefined ? undefined : rates.on(day)
  return day === undefined || rate === undefined ? undefined : { rate, date: fromDayNumber(day) }
}

const RULES = {
  'of the day': newest,
  'of the business day before': (rates, date, { calendar }) =>
    newest(rates, businessDayBefore(date, calendar.holidays)),
  'last of the month': (rates, date, { today }) => {
    const { to } = monthWith(date)
    return newest(rates, to < today ? to : today)
  },
  'average of the month': (rates, date, asOf) => {
    const month = monthWith(date)
    const { figures } = periodResult(month, rates, asOf)
    if (!figures) return undefined
    const { averagePublished, closing } = figures
    const to = month.to < asOf.today ? month.to : asOf.today
    const average = { from: month.from, to, days: averagePublished.days }
    return { rate: averagePublished.rate, date: closing.date, average }
  },
} satisfies Readonly<Record<string, Rule>>

export type DayRule = keyof typeof RULES
export const DAY_RULES = Object.keys(RULES) as [DayRule, ...DayRule[]]

/** Every day of a month has the same rate. */
export const MONTH_RULES: readonly DayRule[] = ['last of the month', 'average of the month']

export interface RatePolicy {
  readonly publisher?: string | undefined
  readonly kind: RateKind
  readonly rule: DayRule
}

const INDICATIVE: RatePolicy = { kind: DEFAULT_KIND, rule: 'of the day' }

export const DEFAULT_POLICIES: Readonly<Record<PolicyName, RatePolicy>> = {
  'purchase-invoice': INDICATIVE,
  'sales-invoice': INDICATIVE,
  customs: { ...INDICATIVE, kind: 'customs' },
  closing: INDICATIVE,
}

export function ruledRate(
  rule: DayRule,
  rates: SeriesRates,
  date: CalendarDate,
  asOf: AsOf,
): RuledRate | undefined {
  return RULES[rule](rates, date, asOf)
}

/** `filled`: the row has no rate of its own. */
export const CHECK_RESULTS = [
  'differs',
  'per 100',
  'too old',
  'no rate',
  'agrees',
  'filled',
] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

export const USUAL_MAX_AGE = 3

/** A twentieth. */
const NEAR = 20

/** At the decimals of `used`, at least two. `per 100`: a hundredth of it is nearly right. */
export function compareUsed(used: Rate, rate: Rate): 'agrees' | 'differs' | 'per 100' {
  const step = [100, 10].find((each) => used % each === 0) ?? 1
  if (used === Math.floor((rate + step / 2) / step) * step) return 'agrees'
  return Math.abs(used - rate * 100) * NEAR <= rate * 100 ? 'per 100' : 'differs'
}

/** `tolerance` is in hundredths of a per cent of `rate`. */
export const isWithin = (used: Rate, rate: Rate, tolerance: number): boolean =>
  BigInt(Math.abs(used - rate)) * 10_000n <= BigInt(rate) * BigInt(tolerance)

interface RateDifference {
  /** Ten-thousandths of a rupee. */
  readonly rate: number
  /** Hundredths of a per cent. */
  readonly percent: number
  /** Ten-thousandths of a rupee, to whole cents. */
  readonly rupees?: Amount
}

/** Above zero if too many rupees were paid. */
export function differenceOf(
  used: Rate,
  rate: Rate,
  amount: Amount | undefined,
  units: number,
): RateDifference {
  const by = used - rate
  return {
    rate: by,
    percent: percentChange(rate, used),
    ...(amount !== undefined && { rupees: toRupees(amount, by as Rate, CENT, units) }),
  }
}
