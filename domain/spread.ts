import type { Rate } from './rate-text.ts'
import type { RateWarning } from './rate-warnings.ts'
import type { RateKind } from './series.ts'

/** What a bank pays and what it asks, each with the other. */
const OTHER_SIDE: Readonly<Partial<Record<RateKind, RateKind>>> = {
  'tt-buying': 'tt-selling',
  'tt-selling': 'tt-buying',
}

/**
 * The kind that a rate of a kind is held against on its day; undefined for one that has no other
 * side.
 */
export function otherSide(kind: RateKind): RateKind | undefined {
  return OTHER_SIDE[kind]
}

/** How far selling is above buying, in hundredths of a per cent of their middle. */
export function spreadOf(buying: Rate, selling: Rate): number {
  return Math.round(((selling - buying) * 20_000) / (buying + selling))
}

/** A spread as a reader sees it: `2.80 %`. */
export function formatSpread(spread: number): string {
  return `${(spread / 100).toFixed(2)} %`
}

/** A spread above 8 % of the middle, in whole numbers. */
const isWide = (buying: Rate, selling: Rate) => 25 * (selling - buying) > buying + selling

/** What looks wrong about a rate of a side beside the other side's of the same day. */
export function spreadWarnings(kind: RateKind, rate: Rate, other: Rate): RateWarning[] {
  const [buying, selling] = kind === 'tt-buying' ? [rate, other] : [other, rate]
  if (buying >= selling) return [{ kind: 'buying not below selling', buying, selling }]
  return isWide(buying, selling) ? [{ kind: 'wide spread', buying, selling }] : []
}
