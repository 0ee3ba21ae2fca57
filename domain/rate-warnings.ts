import { daysBetween, formatDay, type CalendarDate } from './calendar-date.ts'
import { SOURCE_NAMES, type DayRate } from './rate-precedence.ts'
import { formatRate, type Rate } from './money.ts'

/** What can look wrong about a rate, the most telling first. */
export const RATE_WARNINGS = [
  'buying not below selling',
  'wide spread',
  'inverted pair',
  'moved decimal point',
  'swapped digits',
  'far from the feed',
  'far from recent days',
] as const
export type RateWarningKind = (typeof RATE_WARNINGS)[number]

export interface RateWarning {
  readonly kind: RateWarningKind
  readonly sentence: string
}

/** What a rate is held against. */
export interface Anchors {
  /** What the followed feed says of the very day. */
  readonly feedOnDay: DayRate | undefined
  /** The rates of the days before, ascending; those of the last month are enough. */
  readonly daysBefore: readonly DayRate[]
  /** What is known of the very day or, failing that, of the nearest day after: all there is where no day before has a rate. */
  readonly sameDayOrAfter?: DayRate | undefined
}

/** An older anchor says nothing: in March 2022 the dollar rose by a tenth within a week. */
export const ANCHOR_DAYS = 7
/** A bank's own rate lies up to this far from the indicative one. */
const FROM_FEED = 0.03
/** What a quiet currency may move between two days before anyone asks. */
const MIN_MOVE = 0.015
/** How much more than the largest move of the last month is still believed. */
const MOVE_FACTOR = 3
/** From here on a slip of the hand is looked for: 310 for 301 is 3 % off. */
const FROM_SLIP = 0.02
/** How near a mended rate must come to the anchor to explain the slip. */
const MENDED = 0.05

/**
 * What looks wrong about a rate of a day, in sentences for a user. Made for slips of the hand: it says what to look at
 * and forbids nothing. Without an anchor of the seven days before or after it says nothing.
 */
export function rateWarnings(rate: Rate, date: CalendarDate, anchors: Anchors): RateWarning[] {
  const recent = anchors.daysBefore.filter((each) => each.date < date)
  const newest = recent.at(-1)
  const fresh = newest && daysBetween(newest.date, date) <= ANCHOR_DAYS ? newest : undefined
  const next = anchors.sameDayOrAfter
  const near = next && daysBetween(date, next.date) <= ANCHOR_DAYS ? next : undefined
  const anchor = anchors.feedOnDay ?? fresh ?? near
  if (!anchor) return []
  const mistype = mistypeOf(rate, anchor, date)
  const distances = [
    anchors.feedOnDay && farFromFeed(rate, anchors.feedOnDay),
    fresh && farFromRecent(rate, date, fresh, recent),
  ].filter((each) => each !== undefined)
  return mistype ? [mistype, ...distances] : distances
}

/** The slip of the hand that explains a rate far from the anchor. */
function mistypeOf(rate: Rate, anchor: DayRate, date: CalendarDate): RateWarning | undefined {
  if (distance(rate, anchor.rate) <= FROM_SLIP) return undefined
  const near = `${formatRate(anchor.rate)} of ${dayOf(anchor, date)}`
  const inverse = 100_000_000 / rate
  if (distance(inverse, anchor.rate) <= MENDED) {
    const sentence = `${formatRate(rate)} looks like rupees in the foreign currency: 1 divided by it is near ${near}.`
    return { kind: 'inverted pair', sentence }
  }
  const power = [-4, -3, -2, -1, 1, 2, 3, 4].find(
    (each) => distance(rate * 10 ** each, anchor.rate) <= MENDED,
  )
  if (power !== undefined) {
    const sentence = `The decimal point of ${formatRate(rate)} may have moved: it stands elsewhere in ${near}.`
    return { kind: 'moved decimal point', sentence }
  }
  const swapped = swaps(rate).find((each) => distance(each, anchor.rate) <= distance(rate, anchor.rate) / 5)
  if (swapped === undefined) return undefined
  const sentence = `Two digits of ${formatRate(rate)} may be swapped: ${formatRate(swapped)} would be near ${near}.`
  return { kind: 'swapped digits', sentence }
}

function farFromFeed(rate: Rate, feed: DayRate): RateWarning | undefined {
  if (distance(rate, feed.rate) <= FROM_FEED) return undefined
  const sentence = `${formatRate(rate)} is ${percent(rate, feed.rate)} ${formatRate(feed.rate)}, which ${SOURCE_NAMES[feed.source]} gives for the same day.`
  return { kind: 'far from the feed', sentence }
}

function farFromRecent(
  rate: Rate,
  date: CalendarDate,
  newest: DayRate,
  recent: readonly DayRate[],
): RateWarning | undefined {
  const largest = Math.max(
    0,
    ...recent.slice(1).map((each, index) => distance(each.rate, recent[index]?.rate ?? each.rate)),
  )
  // Moves add up like steps of a walk: over four days they may come to twice those of one.
  const allowed = Math.max(MIN_MOVE, largest * MOVE_FACTOR) * Math.sqrt(daysBetween(newest.date, date))
  if (distance(rate, newest.rate) <= allowed) return undefined
  const usual =
    recent.length > 1 ? `; the largest move of the last days was ${(largest * 100).toFixed(1)} %` : ''
  const sentence = `${formatRate(rate)} is ${percent(rate, newest.rate)} the ${formatRate(newest.rate)} of ${formatDay(newest.date)}${usual}.`
  return { kind: 'far from recent days', sentence }
}

/** The rates that two neighbouring digits make when they change places, the point left out. */
function swaps(rate: Rate): Rate[] {
  const digits = String(rate)
  return Array.from({ length: digits.length - 1 }, (_, at) => {
    const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + (digits[at] ?? '') + digits.slice(at + 2)
    return Number(swapped) as Rate
  }).filter((each) => each !== rate && each > 0)
}

/** How far two rates are apart, as a share of the second. */
function distance(rate: number, anchor: number): number {
  return Math.abs(rate - anchor) / anchor
}

/** `12.3 % above`, `8.4 % below`. */
function percent(rate: Rate, anchor: Rate): string {
  return `${(distance(rate, anchor) * 100).toFixed(1)} % ${rate > anchor ? 'above' : 'below'}`
}

const dayOf = (anchor: DayRate, date: CalendarDate) =>
  anchor.date === date ? 'the same day' : formatDay(anchor.date)
