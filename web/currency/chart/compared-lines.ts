import { toDayNumber, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import { percentChangeText, fromWire, type Rate } from '../../../domain/money.ts'
import { dayScaleOf, type DayScale, type Place } from './chart-geometry.ts'
import { percentTicks, valueScale, type ValueScale } from './value-scale.ts'

/** A history as a response has it. */
interface History {
  readonly currency: Currency
  readonly rates: readonly { readonly date: CalendarDate; readonly rate: number }[]
}

interface ComparedPoint extends Place {
  readonly date: CalendarDate
  /** Days since the first. */
  readonly day: number
}

export interface ComparedLine {
  readonly currency: Currency
  readonly rates: ReadonlyMap<CalendarDate, Rate>
  readonly points: readonly ComparedPoint[]
}

export interface ComparisonShape {
  /** The first day on which all have a rate; their changes are since then. */
  readonly since: CalendarDate
  readonly lines: readonly ComparedLine[]
  /** The days on which any has a rate, ascending. */
  readonly days: readonly { readonly date: CalendarDate; readonly day: number }[]
  readonly dayScale: DayScale
  readonly scale: ValueScale
}

/**
 * Places histories, ascending, as changes since the first day that all of them have; undefined
 * where there is no such day.
 */
export function comparisonOf(histories: readonly History[]): ComparisonShape | undefined {
  const all = histories.map(({ currency, rates }) => ({
    currency,
    rates: new Map(rates.map(({ date, rate }) => [date, fromWire(rate)])),
  }))
  const since = histories[0]?.rates.find(({ date }) =>
    all.every(({ rates }) => rates.has(date)),
  )?.date
  if (since === undefined) return undefined
  const dates = [...new Set(all.flatMap(({ rates }) => [...rates.keys()]))]
    .filter((date) => date >= since)
    .sort()
  const dayScale = dayScaleOf(dates.map((date) => ({ date })))
  const days = dates.map((date) => ({ date, day: toDayNumber(date) - dayScale.first }))
  /** For the drawing alone: figures that are read are exact. */
  const heightOf = (rates: ReadonlyMap<CalendarDate, Rate>, date: CalendarDate) =>
    ((rates.get(date) ?? 0) / (rates.get(since) ?? 1) - 1) * 10_000
  const heights = all.map(({ rates }) =>
    days.flatMap(({ date, day }) =>
      rates.has(date) ? [{ date, day, height: heightOf(rates, date) }] : [],
    ),
  )
  const scale = valueScale(
    heights.flat().map(({ height }) => height),
    percentTicks,
  )
  const lines = all.map((each, at) => ({
    ...each,
    points: (heights[at] ?? []).map(({ date, day, height }) => ({
      date,
      day,
      x: dayScale.x(day),
      y: scale.y(height),
    })),
  }))
  return { since, lines, days, dayScale, scale }
}

/**
 * The change of a currency between two days, whichever is first; undefined where it has no rate on
 * one of them.
 */
export function changeOf(
  { rates }: ComparedLine,
  one: CalendarDate,
  other: CalendarDate,
): string | undefined {
  const [from, to] = [rates.get(one < other ? one : other), rates.get(one < other ? other : one)]
  return from && to && percentChangeText(from, to)
}

/** `USD +0.26 %, GBP +0.47 %`. */
export function changesText(
  lines: readonly ComparedLine[],
  one: CalendarDate,
  other: CalendarDate,
): string {
  return lines.map((each) => `${each.currency} ${changeOf(each, one, other) ?? '–'}`).join(', ')
}
