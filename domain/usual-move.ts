import { moveOf, type Rate } from './money.ts'

/** Moves from one rate to the next, in ten-thousandths of a per cent. */
export interface Band {
  readonly low: number
  readonly high: number
}

export const USUAL_MOVE_DAYS = 365
/** One of them is left out at each end. */
const LEAST_MOVES = 20

/** Returns the middle 90 % of the moves, or undefined for too few. `rates` are in the order of days. */
export function usualMoveOf(rates: readonly Rate[]): Band | undefined {
  const moves = rates.slice(1).map((rate, at) => moveOf(rates[at] ?? rate, rate))
  moves.sort((one, other) => one - other)
  const left = Math.floor(moves.length / LEAST_MOVES)
  const [low, high] = [moves[left], moves.at(-1 - left)]
  return left === 0 || low === undefined || high === undefined ? undefined : { low, high }
}

/** Half of one scale for all bands: it is twice as wide as the widest of them. */
export function scaleOf(bands: readonly Band[]): number {
  return Math.max(1, ...bands.flatMap(({ low, high }) => [high - low, high, -low]))
}
