import { daysBetween, type CalendarDate } from './calendar-date.ts'
import { USUAL_RUPEES, type Currency } from './currency.ts'
import type { DayRate } from './rate-precedence.ts'
import { SCALE, type Rate } from './rate-text.ts'

/** What can look wrong about a rate, the most telling first. */
export const RATE_WARNINGS = [
  'buying not below selling',
  'wide spread',
  'inverted pair',
  'moved decimal point',
  'swapped digits',
  'far from the feed',
  'far from recent days',
  'far from TT selling',
  'far from usual',
] as const
export type RateWarningKind = (typeof RATE_WARNINGS)[number]

type Sides = Readonly<Record<'buying' | 'selling', Rate>>
/** A slip with the rate that was probably meant. */
interface Slip {
  readonly rate: Rate
  readonly meant: Rate
  readonly anchor: Anchor
}

/** What a sentence on each of them has to name. */
export interface RateWarningFacts {
  'buying not below selling': Sides
  'wide spread': Sides
  'inverted pair': { readonly rate: Rate; readonly anchor: Anchor }
  'moved decimal point': Slip
  'swapped digits': Slip
  'far from the feed': {
    readonly rate: Rate
    readonly date: CalendarDate
    readonly feed: DayRate
  }
  /** `largestMove` is a share, such as 0.004; undefined where one day alone is known. */
  'far from recent days': {
    readonly rate: Rate
    readonly newest: DayRate
    readonly largestMove: number | undefined
  }
  'far from TT selling': { readonly rate: Rate; readonly selling: DayRate }
  'far from usual': { readonly rate: Rate; readonly currency: Currency }
}
export type RateWarning = {
  [K in RateWarningKind]: { readonly kind: K } & RateWarningFacts[K]
}[RateWarningKind]

/** A rate near which one was expected; `isSameDay` where it is of the same day. */
export type Anchor = Pick<DayRate, 'date' | 'rate'> & { readonly isSameDay: boolean }

/** What a rate is held against. */
export interface Anchors {
  readonly currency: Currency
  /** What the followed feed says of the very day; for a bank, the newest main rate. */
  readonly feed: DayRate | undefined
  /** Whether `feed` is the indicative rate and the other what a bank pays or asks. */
  readonly isSide?: boolean
  /** The rates of the days before, ascending; those of the last month are enough. */
  readonly daysBefore: readonly DayRate[]
  readonly sameDayOrAfter?: DayRate | undefined
}

/** An older anchor says nothing: in March 2022 the dollar rose by a tenth within a week. */
export const ANCHOR_DAYS = 7
/** A bank's own rate lies up to this far from the indicative one. */
const FROM_FEED = 0.03
/** What a bank pays or asks lies up to this far from it: half of a spread that is asked about. */
const FROM_MIDDLE = 0.04
/** What a quiet currency may move between two days before anyone asks. */
const MIN_MOVE = 0.015
/** How much more than the largest move of the last month is still believed. */
const MOVE_FACTOR = 3
/** From here on a slip of the hand is looked for: 310 for 301 is 3 % off. */
const FROM_SLIP = 0.02
/**
 * How many times the usual rate a lone one may be: the dollar became five times as dear from 2000
 * to 2022.
 */
const FROM_USUAL = 5
/** How near a corrected rate must come to the anchor to explain the slip. */
const NEAR = 0.05

/**
 * What looks wrong about a rate of a day, to look at; nothing is forbidden. Without an anchor
 * within seven days, only a rate far from the usual one looks wrong.
 */
export function rateWarnings(rate: Rate, date: CalendarDate, anchors: Anchors): RateWarning[] {
  const recent = anchors.daysBefore.filter((each) => each.date < date)
  const newest = recent.at(-1)
  const fresh = newest && daysBetween(newest.date, date) <= ANCHOR_DAYS ? newest : undefined
  const next = anchors.sameDayOrAfter
  const near = next && daysBetween(date, next.date) <= ANCHOR_DAYS ? next : undefined
  const anchor = anchors.feed ?? fresh ?? near
  if (!anchor) {
    const { currency } = anchors
    return isUsual(rate, currency) ? [] : [{ kind: 'far from usual', rate, currency }]
  }
  const isSide = anchors.isSide === true && anchor === anchors.feed
  const mistype = mistypeOf(
    rate,
    { ...anchor, isSameDay: anchor.date === date },
    isSide ? FROM_MIDDLE : FROM_SLIP,
  )
  const distances = [
    anchors.feed && farFromFeed(rate, date, anchors.feed, isSide ? FROM_MIDDLE : FROM_FEED),
    fresh && farFromRecent(rate, date, fresh, recent),
  ].filter((each) => each !== undefined)
  return mistype ? [mistype, ...distances] : distances
}

/** Whether a rate is near enough to what the currency usually costs, where that is known. */
export function isUsual(rate: Rate, currency: Currency): boolean {
  const usual: number | undefined = USUAL_RUPEES[currency]
  if (usual === undefined) return true
  const factor = rate / (usual * SCALE)
  return factor <= FROM_USUAL && factor >= 1 / FROM_USUAL
}

/** The slip of the hand that explains a rate far from the anchor. */
function mistypeOf(rate: Rate, anchor: Anchor, allowed: number): RateWarning | undefined {
  if (distance(rate, anchor.rate) <= allowed) return undefined
  const inverse = 100_000_000 / rate
  if (distance(inverse, anchor.rate) <= NEAR) return { kind: 'inverted pair', rate, anchor }
  const power = [-4, -3, -2, -1, 1, 2, 3, 4].find(
    (each) => distance(rate * 10 ** each, anchor.rate) <= NEAR,
  )
  if (power !== undefined) {
    const meant = Math.round(rate * 10 ** power) as Rate
    return { kind: 'moved decimal point', rate, meant, anchor }
  }
  const meant = swaps(rate).find(
    (each) => distance(each, anchor.rate) <= distance(rate, anchor.rate) / 5,
  )
  return meant === undefined ? undefined : { kind: 'swapped digits', rate, meant, anchor }
}

function farFromFeed(
  rate: Rate,
  date: CalendarDate,
  feed: DayRate,
  allowed: number,
): RateWarning | undefined {
  return distance(rate, feed.rate) <= allowed
    ? undefined
    : { kind: 'far from the feed', rate, date, feed }
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
  const allowed =
    Math.max(MIN_MOVE, largest * MOVE_FACTOR) * Math.sqrt(daysBetween(newest.date, date))
  if (distance(rate, newest.rate) <= allowed) return undefined
  const largestMove = recent.length > 1 ? largest : undefined
  return { kind: 'far from recent days', rate, newest, largestMove }
}

/** The rates that two neighbouring digits make when they change places, the point left out. */
function swaps(rate: Rate): Rate[] {
  const digits = String(rate)
  return Array.from({ length: digits.length - 1 }, (_, at) => {
    const swapped =
      digits.slice(0, at) + (digits[at + 1] ?? '') + (digits[at] ?? '') + digits.slice(at + 2)
    return Number(swapped) as Rate
  }).filter((each) => each !== rate && each > 0)
}

/** How far two rates are apart, as a share of the second. */
function distance(rate: number, anchor: number): number {
  return Math.abs(rate - anchor) / anchor
}
