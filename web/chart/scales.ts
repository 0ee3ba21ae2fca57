import { bisector, extent, greatest, least, range, ticks } from 'd3-array'
import {
  calendarDateOf,
  fromDayNumber,
  toDayNumber,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { formatRate, RATE_DECIMALS, type Rate } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { formatDay, formatDayAndMonth, monthName } from '../../text/sentences.ts'

/** The width and height of a chart in its own units, which are percentages. */
export const FULL = 100

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Dated {
  readonly date: CalendarDate
  /** Days since the first point. */
  readonly day: number
}

export type ChartPoint = DayRate & Point & Dated

/** `at` is a day number or a value. */
interface Tick {
  readonly at: number
  readonly text: string
}

export interface DayScale {
  readonly first: number
  readonly days: number
  readonly x: (day: number) => number
  readonly ticks: readonly Tick[]
}

export interface ValueScale {
  readonly y: (value: number) => number
  readonly ticks: readonly Tick[]
}

export interface ChartShape {
  readonly points: readonly ChartPoint[]
  readonly dayScale: DayScale
  readonly scale: ValueScale
  /** The first of the lowest and of the highest points; undefined if all rates are equal. */
  readonly lowest: ChartPoint | undefined
  readonly highest: ChartPoint | undefined
  readonly outside: readonly ChartPoint[]
  /** SVG paths. `gaps` bridges the days over which `line` is broken. */
  readonly line: string
  readonly gaps: string
  readonly area: string
  /** Dots of rates entered by hand among published ones, unless they would overlap. */
  readonly manual: string
}

/** Rates above 8 times the median, or below an eighth of it, are typing errors. */
const SLIP = 8
/** Dots closer than this, in chart units, would overlap. */
const DOT_GAP = 2
const MONTH_DAYS = 30
/** The longest step between two rates that a weekend with a holiday on either side explains. */
const MAX_STEP_DAYS = 4

/** Rates are ascending, at least one. */
export function placeRates(rates: readonly DayRate[]): ChartShape {
  const dayScale = scaleDays(rates)
  const heights = rates.map(({ rate }) => rate).sort((a, b) => a - b)
  const median = heights[heights.length >> 1] ?? (1 as Rate)
  const isOnScale = ({ rate }: { readonly rate: Rate }) =>
    rate < median * SLIP && rate > median / SLIP
  const scale = valueScale(rates.filter(isOnScale).map(({ rate }) => rate))
  const points = rates.map((each) => {
    const day = toDayNumber(each.date) - dayScale.first
    return { ...each, day, x: dayScale.x(day), y: Math.min(Math.max(scale.y(each.rate), 0), FULL) }
  })
  const isManual = ({ source }: ChartPoint) => source === 'manual'
  const manual = points.every(isManual) ? [] : points.filter(isManual)
  const isDense = manual.some(({ x }, at) => x - (manual[at - 1]?.x ?? -FULL) < DOT_GAP)
  const lowest = least(points.filter(isOnScale), ({ rate }) => rate)
  const highest = greatest(points.filter(isOnScale), ({ rate }) => rate)
  const isFlat = lowest?.rate === highest?.rate
  const isSolid =
    dayScale.days < MONTH_DAYS
      ? (point: Dated, before: Dated) => point.day - before.day === 1
      : isClose
  return {
    points,
    dayScale,
    scale,
    lowest: isFlat ? undefined : lowest,
    highest: isFlat ? undefined : highest,
    outside: points.filter((point) => !isOnScale(point)),
    line: brokenLine(points, isSolid),
    gaps: runsOf(points, (point, before) => !isSolid(point, before))
      .filter((run) => run.length > 1)
      .map(pathOf)
      .join(''),
    area: `${pathOf(points)}V${FULL}H${points[0]?.x ?? 0}Z`,
    manual: isDense ? '' : drawDots(manual),
  }
}

/** Returns the scale of days, ascending and at least one. A single day is in the middle. */
export function scaleDays(rates: readonly Pick<DayRate, 'date'>[]): DayScale {
  const [first = 0, last = 0] = [rates[0], rates.at(-1)].map((each) =>
    each ? toDayNumber(each.date) : 0,
  )
  const days = last - first
  return {
    first,
    days,
    x: (day) => (days === 0 ? FULL / 2 : (day / days) * FULL),
    ticks: dayTicks(first, last),
  }
}

export function nearestTo<P extends { readonly day: number }>(
  points: readonly P[],
  day: number,
): P | undefined {
  return points[bisector(({ day }: P) => day).center(points, day)]
}

/** An SVG path through points. A single point is a stroke of no length: a dot with round caps. */
function pathOf(points: readonly Point[]): string {
  const round = (units: number) => Math.round(units * 100) / 100
  const path = points.map(({ x, y }) => `${round(x)},${round(y)}`).join('L')
  return path && `M${path}${points.length === 1 ? 'h0' : ''}`
}

type Follows = (point: Dated, before: Dated) => boolean

export const brokenLine = (points: readonly (Point & Dated)[], follows: Follows): string =>
  runsOf(points, follows).map(pathOf).join('')

function runsOf<P extends Dated>(points: readonly P[], follows: Follows): P[][] {
  const runs: P[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && follows(point, before)) run.push(point)
    else runs.push([point])
  }
  return runs
}

export const drawDots = (points: readonly Point[]): string =>
  points.map((point) => pathOf([point])).join('')

export const isClose: Follows = (point, before) => point.day - before.day <= MAX_STEP_DAYS

const VALUE_TICKS = 5
/** Free room for labels above the values, and below them clear of the axis: parts of their range. */
const ROOM = { above: 0.14, below: 0.24 }

/** Returns a scale that holds `values`, at least one. */
function valueScale(values: Iterable<number>): ValueScale {
  const [low = 0, high = 0] = extent(values)
  const spread = high - low
  const even = spread === 0 ? Math.abs(high) / 200 || 1 : 0
  const [bottom, top] = [low - spread * ROOM.below - even, high + spread * ROOM.above + even]
  return {
    y: (value) => FULL - ((value - bottom) / (top - bottom)) * FULL,
    ticks: rupeeTicks(ticks(bottom, top, VALUE_TICKS)),
  }
}

/** As few decimals as keep the labels distinct; no negative ticks. */
function rupeeTicks(at: readonly number[]): readonly Tick[] {
  const rates = at.filter((tick) => tick >= 0 && Number.isInteger(tick)) as Rate[]
  const decimals = decimalsOf(rates)
  const spare = RATE_DECIMALS - decimals + (decimals === 0 ? 1 : 0)
  return rates.map((rate) => ({
    at: rate,
    text: formatRate(rate).slice(0, spare > 0 ? -spare : undefined),
  }))
}

function decimalsOf(rates: readonly Rate[]): number {
  let decimals = 0
  const isUneven = (rate: Rate) => rate % 10 ** (RATE_DECIMALS - decimals) !== 0
  while (decimals < RATE_DECIMALS && rates.some(isUneven)) decimals++
  return decimals
}

const MAX_DAYS = 5
const MAX_MONTHS = 7
const DAY_STEPS = [1, 2, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600]
const MAX_DAYS_NAMED = 62
const LAST_ROOM = 0.2

/** Returns the ticks between two day numbers: days, Mondays, months or years, and the last day. */
export function dayTicks(first: number, last: number): readonly Tick[] {
  const days = last - first
  const steps = days <= MAX_DAYS_NAMED ? ticksOfDays(first, last) : ticksOfMonths(first, last)
  const format = days <= 2 * 366 ? formatDayAndMonth : formatDay
  return [
    ...steps.filter(({ at }) => last - at > 0 && last - at >= days * LAST_ROOM),
    { at: last, text: format(fromDayNumber(last)) },
  ]
}

function ticksOfDays(first: number, last: number): Tick[] {
  const step = stepFor(DAY_STEPS, (last - first + 1) / MAX_DAYS)
  // Day 4 was a Monday.
  const start = step < 7 ? first : first + ((((4 - first) % 7) + 7) % 7)
  return range(start, last + 1, step).map((at) => ({
    at,
    text: formatDayAndMonth(fromDayNumber(at)),
  }))
}

function ticksOfMonths(first: number, last: number): Tick[] {
  const step = stepFor(MONTH_STEPS, (last - first) / 30.4 / MAX_MONTHS)
  const start = Math.ceil(monthNumber(first) / step) * step
  return range(start, monthNumber(last) + 1, step)
    .map((month) => {
      const year = Math.floor(month / 12)
      const firstDay = calendarDateOf(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`)
      const text = month % 12 === 0 ? String(year) : monthName(firstDay)
      return { at: toDayNumber(firstDay), text }
    })
    .filter(({ at }) => at >= first)
}

const stepFor = (steps: readonly number[], smallest: number): number =>
  steps.find((step) => step >= smallest) ?? (steps.at(-1) as number)

/** Months since January of the year 0. */
function monthNumber(dayNumber: number): number {
  const date = fromDayNumber(dayNumber)
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}
