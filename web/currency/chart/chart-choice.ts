import type { Place } from '../../pages.tsx'
import {
  addDays,
  daysBetween,
  isCalendarDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../../domain/currency.ts'

/** The spans of time that a history is shown for; `days` counts the last day too. */
export const PERIODS = [
  { name: '7d', days: 7 },
  { name: '30d', days: 30 },
  { name: '90d', days: 90 },
  { name: '1y', days: 366 },
  { name: '5y', days: 1827 },
  { name: 'all', days: 40_000 },
] as const
export type Period = (typeof PERIODS)[number]

export const DEFAULT_PERIOD: Period = PERIODS[1]

/** The period of a name in an address; the default for one that is none. */
function periodOf(name: string | null): Period {
  return PERIODS.find((period) => period.name === name) ?? DEFAULT_PERIOD
}

/** The first day of a period, by its last. */
function firstDayOf(period: Period, last: CalendarDate): CalendarDate {
  return addDays(last, 1 - period.days)
}

/**
 * What is drawn: each day's rate, alone or on something else; a comparison is drawn where
 * currencies are named.
 */
const CHART_VIEWS = ['days', 'sides'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** Which days are drawn, and how. */
export interface ChartChoice {
  /** Undefined where the address names its own days. */
  readonly period: Period | undefined
  /** The first and the last day. */
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly view: ChartView
  /** Drawn beside the page's own currency as change in per cent. */
  readonly compared: readonly Currency[]
}

/**
 * Reads `period=90d` or `start=2025-08-01&end=2025-09-30`, and `view=sides` or
 * `compare=AUD+GBP`.
 */
export function chartChoice({ search, today }: Place, currency: Currency): ChartChoice {
  const named = search.get('compare')?.split(/[ ,]/) ?? []
  const compared = currencies().filter((each) => each !== currency && named.includes(each))
  const view =
    compared.length > 0 ? undefined : CHART_VIEWS.find((each) => each === search.get('view'))
  const shown = { view: view ?? 'days', compared }
  const [from, to] = [search.get('start'), search.get('end')]
    .filter(isCalendarDate)
    .map((day) => (day > today ? today : day))
    .sort()
  if (from !== undefined && to !== undefined) return { ...shown, period: undefined, from, to }
  const period = periodOf(search.get('period'))
  return { ...shown, period, from: firstDayOf(period, today), to: today }
}

/** How many days a choice spans, both ends counted. */
export function daysOf({ from, to }: Pick<ChartChoice, 'from' | 'to'>): number {
  return daysBetween(from, to) + 1
}

/** Whether nothing but the line of each day is drawn. */
export function isPlain({ view, compared }: ChartChoice): boolean {
  return view === 'days' && compared.length === 0
}
