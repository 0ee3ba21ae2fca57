import { bisector, greatest, least } from 'd3-array'
import { line } from 'd3-shape'
import {
  isWeekend,
  fromDayNumber,
  toDayNumber,
  type CalendarDate,
} from '../../../domain/calendar-date.ts'
import type { Rate } from '../../../domain/money.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { dayTicks, type Tick } from './day-ticks.ts'
import { FULL, rupeeTicks, valueScale, type ValueScale } from './value-scale.ts'

/** A place on the chart, in its own units. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface ChartPoint extends DayRate, Place {
  /** Days since the first point. */
  readonly day: number
}

/** Days across the chart, from the first point to the last. */
export interface DayScale {
  /** Number of the first day. */
  readonly first: number
  /** Days from the first to the last. */
  readonly days: number
  /** Where a day stands that is so many days after the first. */
  readonly x: (day: number) => number
  readonly ticks: readonly Tick[]
}

export interface ChartShape {
  readonly points: readonly ChartPoint[]
  readonly dayScale: DayScale
  readonly scale: ValueScale
  /**
   * The lowest and the highest point on the scale, the first of equals; undefined where all are
   * equal.
   */
  readonly lowest: ChartPoint | undefined
  readonly highest: ChartPoint | undefined
  /** The points off the scale, which are drawn at its edge. */
  readonly outside: readonly ChartPoint[]
  /**
   * The line as SVG path data. A day without a rate breaks it: what nobody published is not drawn.
   */
  readonly line: string
  /** Over the weekends, on which no bank trades. */
  readonly bridges: string
  /**
   * Points as dots: all where there are few, else those that no stroke of the line makes visible.
   */
  readonly dots: string
  /**
   * What was entered by hand where other rates were not: as dots where there are few, else as a
   * line.
   */
  readonly manual: string
  readonly isSparse: boolean
}

/**
 * A rate that is so many times the middle one, or such a part of it, is a slip of the hand: on the
 * scale it would make a flat line of all others. Thirty years of any currency stay within.
 */
const SLIP = 8
/** Points that are drawn as dots without becoming a worm. */
const MAX_DOTS = 40

/**
 * Places rates, ascending and at least one, on the chart; the scale holds what is drawn `beside`
 * them as well.
 */
export function shapeOf(rates: readonly DayRate[], beside: readonly Rate[] = []): ChartShape {
  const dayScale = dayScaleOf(rates)
  const heights = rates.map(({ rate }) => rate).sort((a, b) => a - b)
  const middle = heights[heights.length >> 1] ?? (1 as Rate)
  const isOnScale = ({ rate }: { readonly rate: Rate }) =>
    rate < middle * SLIP && rate > middle / SLIP
  const onScale = rates.filter(isOnScale).map(({ rate }) => rate)
  const scale = valueScale([...onScale, ...beside], rupeeTicks)
  const points = rates.map((each) => {
    const day = toDayNumber(each.date) - dayScale.first
    return { ...each, day, x: dayScale.x(day), y: Math.min(Math.max(scale.y(each.rate), 0), FULL) }
  })
  const isSparse = points.length <= MAX_DOTS
  const isManual = ({ source }: ChartPoint) => source === 'manual'
  const manual = points.every(isManual) ? [] : points.filter(isManual)
  const [lowest, highest] = extremes(points.filter(isOnScale))
  return {
    points,
    dayScale,
    scale,
    lowest,
    highest,
    outside: points.filter((point) => !isOnScale(point)),
    line: brokenLine(points, isNextDay),
    bridges: pathOf(points.flatMap((point, at) => bridgeTo(point, points[at - 1]))),
    dots: dotsOf(isSparse ? points : points.filter((_, at) => isLone(points, at))),
    manual: isSparse ? dotsOf(manual) : brokenLine(manual, isNextOpenDay),
    isSparse,
  }
}

/** The days of some rates, ascending and at least one. A single day stands in the middle. */
export function dayScaleOf(rates: readonly Pick<DayRate, 'date'>[]): DayScale {
  const [first, last] = [rates[0], rates.at(-1)].map((each) =>
    each ? toDayNumber(each.date) : 0,
  ) as [number, number]
  const days = last - first
  return {
    first,
    days,
    x: (day) => (days === 0 ? FULL / 2 : (day / days) * FULL),
    ticks: dayTicks(first, last),
  }
}

/** The point nearest to a day. */
export function nearestTo<P extends { readonly day: number }>(
  points: readonly P[],
  day: number,
): P | undefined {
  return points[bisector(({ day }: P) => day).center(points, day)]
}

/** A path through places; nothing leads to null, nor from it. */
function pathOf(places: readonly (Place | null)[]): string {
  const path = line<Place | null>()
    .defined((place) => place !== null)
    .x((place) => place?.x ?? 0)
    .y((place) => place?.y ?? 0)
    .digits(2)
  return path(places) ?? ''
}

/** A line through points that is broken where one does not follow another. */
export function brokenLine(
  points: readonly (Place & Dated)[],
  follows: (point: Dated, before: Dated) => boolean,
): string {
  return pathOf(
    points.flatMap((point, at) => {
      const before = points[at - 1]
      return before && !follows(point, before) ? [null, point] : [point]
    }),
  )
}

/**
 * Points as strokes of no length: with round ends they are dots, however the chart is stretched.
 */
export function dotsOf(points: readonly Place[]): string {
  return points.map(({ x, y }) => `M${x.toFixed(2)},${y.toFixed(2)}h0`).join('')
}

export interface Dated {
  readonly date: CalendarDate
  readonly day: number
}

function isNextDay(point: Dated, before: Dated): boolean {
  return point.day - before.day === 1
}

function isOverWeekend(point: Dated, before: Dated): boolean {
  const days = point.day - before.day - 1
  const between = toDayNumber(before.date) + 1
  return (
    days > 0 &&
    days <= 2 &&
    isWeekend(fromDayNumber(between)) &&
    isWeekend(fromDayNumber(between + days - 1))
  )
}

/** Whether nothing but a weekend lies between two points. */
export function isNextOpenDay(point: Dated, before: Dated): boolean {
  return isNextDay(point, before) || isOverWeekend(point, before)
}

function bridgeTo(point: ChartPoint, before: ChartPoint | undefined): (Place | null)[] {
  return before && isOverWeekend(point, before) ? [before, point, null] : []
}

function isLone(points: readonly ChartPoint[], at: number): boolean {
  const [before, point, after] = [points[at - 1], points[at], points[at + 1]]
  return (
    !(before && point && isNextDay(point, before)) && !(point && after && isNextDay(after, point))
  )
}

/** The first of the lowest and the first of the highest; nothing where all are equal. */
function extremes(points: readonly ChartPoint[]): [ChartPoint, ChartPoint] | [] {
  const [lowest, highest] = [
    least(points, ({ rate }) => rate),
    greatest(points, ({ rate }) => rate),
  ]
  return !lowest || !highest || lowest.rate === highest.rate ? [] : [lowest, highest]
}
