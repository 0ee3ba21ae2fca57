import { bisector, greatest, least } from 'd3-array'
import { toDayNumber, type CalendarDate } from '../../../domain/calendar-date.ts'
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
  /** The line as SVG path data, broken over the days that `gaps` bridges. */
  readonly line: string
  /** Over days without a rate: any up to a month, else only such as no weekend explains. */
  readonly gaps: string
  /** All that lies below the line. */
  readonly area: string
  /** What was entered by hand where other rates were not: as rings, where they stand apart. */
  readonly manual: string
}

/**
 * A rate that is so many times the middle one, or such a part of it, is a slip of the hand: on the
 * scale it would make a flat line of all others. Thirty years of any currency stay within.
 */
const SLIP = 8
/** Nearer than this to each other, in the chart's units, rings are one blot. */
const RING_GAP = 2
/** Up to so many days every day can be distinguished. */
const MONTH_DAYS = 30
/** Days from one rate to the next over a weekend, with a bank holiday on either side of it. */
const MAX_STEP_DAYS = 4

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
  const isManual = ({ source }: ChartPoint) => source === 'manual'
  const manual = points.every(isManual) ? [] : points.filter(isManual)
  const isDense = manual.some(({ x }, at) => x - (manual[at - 1]?.x ?? -FULL) < RING_GAP)
  const [lowest, highest] = extremes(points.filter(isOnScale))
  const isSolid = dayScale.days < MONTH_DAYS ? isNextDay : isClose
  return {
    points,
    dayScale,
    scale,
    lowest,
    highest,
    outside: points.filter((point) => !isOnScale(point)),
    line: brokenLine(points, isSolid),
    gaps: runsOf(points, (point, before) => !isSolid(point, before))
      .filter((run) => run.length > 1)
      .map(pathOf)
      .join(''),
    area: `${pathOf(points)}V${FULL}H${points[0]?.x ?? 0}Z`,
    manual: isDense ? '' : dotsOf(manual),
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

/** A path through places. A single one is a stroke of no length: with round ends, a dot. */
export function pathOf(places: readonly Place[]): string {
  const path = places.map(({ x, y }) => `${roundedTo2(x)},${roundedTo2(y)}`).join('L')
  return path && `M${path}${places.length === 1 ? 'h0' : ''}`
}

const roundedTo2 = (units: number) => Math.round(units * 100) / 100

/** A line through points that is broken where one does not follow another. */
export function brokenLine(
  points: readonly (Place & Dated)[],
  follows: (point: Dated, before: Dated) => boolean,
): string {
  return runsOf(points, follows).map(pathOf).join('')
}

/** Points, each in one run with the one before it that it follows. */
export function runsOf<P extends Dated>(
  points: readonly P[],
  follows: (point: Dated, before: Dated) => boolean,
): P[][] {
  const runs: P[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && follows(point, before)) run.push(point)
    else runs.push([point])
  }
  return runs
}

/** Points as dots, however the chart is stretched. */
export function dotsOf(points: readonly Place[]): string {
  return points.map((point) => pathOf([point])).join('')
}

export interface Dated {
  readonly date: CalendarDate
  readonly day: number
}

function isNextDay(point: Dated, before: Dated): boolean {
  return point.day - before.day === 1
}

/** Whether no more than a long weekend lies between two points. */
export function isClose(point: Dated, before: Dated): boolean {
  return point.day - before.day <= MAX_STEP_DAYS
}

/** The first of the lowest and the first of the highest; nothing where all are equal. */
function extremes(points: readonly ChartPoint[]): [ChartPoint, ChartPoint] | [] {
  const [lowest, highest] = [
    least(points, ({ rate }) => rate),
    greatest(points, ({ rate }) => rate),
  ]
  return !lowest || !highest || lowest.rate === highest.rate ? [] : [lowest, highest]
}
