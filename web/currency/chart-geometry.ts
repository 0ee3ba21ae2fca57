import { toDayNumber } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'

/** The chart's own units; it is stretched to whatever room it has. */
export const WIDTH = 1000
export const HEIGHT = 300

export interface ChartPoint extends DayRate {
  /** Days since the first point. */
  readonly day: number
  readonly x: number
  readonly y: number
}

export interface ChartShape {
  readonly points: readonly ChartPoint[]
  /** What the chart's lower and upper edge stand for. */
  readonly lowest: Rate
  readonly highest: Rate
  /** The points off the scale, which are drawn at its edge. */
  readonly outside: readonly ChartPoint[]
  /** Days from the first point to the last. */
  readonly days: number
  /** The line as SVG path data. A day without a rate breaks it: what nobody published is not drawn. */
  readonly line: string
  /** The points that stand alone, which no stroke of the line makes visible: each as a dot. */
  readonly lone: string
  /** The entries by hand, each as a dot. */
  readonly dots: string
}

/**
 * A rate that is so many times the middle one, or such a part of it, is a slip of the hand: on the scale it would make a flat
 * line of all others. Thirty years of any currency stay within.
 */
const SLIP = 8

/** Places rates, ascending and at least one, on the chart: days across, rupees up, from the lowest to the highest. */
export function shapeOf(rates: readonly DayRate[]): ChartShape {
  const dayNumbers = rates.map(({ date }) => toDayNumber(date))
  const first = dayNumbers[0] ?? 0
  const days = Math.max(1, (dayNumbers.at(-1) ?? 0) - first)
  const heights = rates.map(({ rate }) => rate).sort((a, b) => a - b)
  const middle = heights[heights.length >> 1] ?? (1 as Rate)
  const scale = heights.filter((rate) => rate < middle * SLIP && rate > middle / SLIP)
  const [lowest, highest] = [scale[0] ?? middle, scale.at(-1) ?? middle]
  const spread = highest - lowest || 1
  const points = rates.map((each, at) => {
    const day = (dayNumbers[at] ?? 0) - first
    const onScale = Math.min(Math.max(each.rate, lowest), highest)
    return { ...each, day, x: (day / days) * WIDTH, y: HEIGHT - ((onScale - lowest) / spread) * HEIGHT }
  })
  return {
    points,
    lowest,
    highest,
    outside: points.filter(({ rate }) => rate < lowest || rate > highest),
    days,
    line: points.map((point, at) => (follows(point, points[at - 1]) ? lineTo(point) : dot(point))).join(''),
    lone: points
      .filter((point, at) => !follows(point, points[at - 1]) && !follows(points[at + 1], point))
      .map(dot)
      .join(''),
    dots: points
      .filter(({ source }) => source === 'manual')
      .map(dot)
      .join(''),
  }
}

/** The point nearest to a day. */
export function nearestTo(points: readonly ChartPoint[], day: number): ChartPoint | undefined {
  let low = 0
  let high = points.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const [here, next] = [points[middle], points[middle + 1]]
    if (here && next && day - here.day > next.day - day) low = middle + 1
    else high = middle
  }
  return points[low]
}

/** A point as a stroke of no length: with round ends it is a dot, however the chart is stretched. */
export function dot({ x, y }: { readonly x: number; readonly y: number }): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h0`
}

function follows(point: ChartPoint | undefined, before: ChartPoint | undefined): boolean {
  return point !== undefined && before !== undefined && point.day - before.day === 1
}

function lineTo({ x, y }: ChartPoint): string {
  return `L${x.toFixed(1)} ${y.toFixed(1)}`
}
