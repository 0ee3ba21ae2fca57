import { extent, ticks } from 'd3-array'
import { formatRate, RATE_DECIMALS, type Rate } from '../../../domain/money.ts'
import type { Tick } from './day-ticks.ts'

/**
 * The chart's own units are hundredths of its width and height, so that they are the percentages of
 * the labels too.
 */
export const FULL = 100

/** Roughly; the steps are round. */
const TICKS = 5
/**
 * Left free above the highest and below the lowest value, for their labels, as a part of what lies
 * between them.
 */
const ROOM = 0.14

/** Where values stand, and the grid behind them. */
export interface ValueScale {
  readonly y: (value: number) => number
  readonly ticks: readonly Tick[]
}

/** A scale that holds all `values`, at least one. `label` says ticks, ascending, as texts. */
export function valueScale(
  values: Iterable<number>,
  label: (ticks: readonly number[]) => readonly Tick[],
): ValueScale {
  const [low = 0, high = 0] = extent(values)
  // Of values that never move, the line stands in the middle.
  const room = (high - low) * ROOM || Math.abs(high) / 200 || 1
  const [bottom, top] = [low - room, high + room]
  return {
    y: (value) => FULL - ((value - bottom) / (top - bottom)) * FULL,
    ticks: label(ticks(bottom, top, TICKS)),
  }
}

/** Rupees, with as many decimals as tell the ticks apart. Nothing costs less than nothing. */
export function rupeeTicks(at: readonly number[]): readonly Tick[] {
  const rates = at.filter((tick) => tick >= 0 && Number.isInteger(tick)) as Rate[]
  const decimals = decimalsOf(rates, RATE_DECIMALS)
  const spare = RATE_DECIMALS - decimals + (decimals === 0 ? 1 : 0)
  return rates.map((rate) => ({
    at: rate,
    text: formatRate(rate).slice(0, spare > 0 ? -spare : undefined),
  }))
}

/** Per cent, from hundredths of them. */
export function percentTicks(at: readonly number[]): readonly Tick[] {
  const decimals = decimalsOf(at.map(Math.round), 2)
  return at.map((tick) => ({ at: tick, text: `${(tick / 100).toFixed(decimals)} %` }))
}

/** How many of `most` decimals whole numbers of the smallest ones have in common. */
function decimalsOf(units: readonly number[], most: number): number {
  let decimals = 0
  while (decimals < most && units.some((unit) => unit % 10 ** (most - decimals) !== 0)) decimals++
  return decimals
}
