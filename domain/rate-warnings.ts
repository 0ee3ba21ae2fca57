import { daysBetween, type CalendarDate } from './calendar-date.ts'
import type { Currency } from './currency.ts'
import { inputError } from './input-error.ts'
import { SCALE, type Rate } from './money.ts'
import type { DayRate } from './rate-precedence.ts'
import type { RateKind } from './series.ts'
import { USUAL_DAY, usualRate } from './usual-rates.ts'

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
  'long ago',
] as const
export type RateWarningKind = (typeof RATE_WARNINGS)[number]

/** The age of a day says nothing about its figure. */
export const isFigureWarning = (kind: RateWarningKind): boolean => kind !== 'long ago'

type Sides = Readonly<Record<'buying' | 'selling', Rate>>
interface Slip {
  readonly rate: Rate
  readonly intended: Rate
  readonly anchor: Anchor
}

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
  /** A share, such as 0.004. */
  'far from recent days': {
    readonly rate: Rate
    readonly newest: DayRate
    readonly largestMove: number | undefined
  }
  'far from TT selling': { readonly rate: Rate; readonly selling: DayRate }
  'far from usual': { readonly rate: Rate; readonly currency: Currency; readonly intended?: Rate }
  'long ago': { readonly date: CalendarDate; readonly days: number }
}
export type RateWarning = {
  [K in RateWarningKind]: { readonly kind: K } & RateWarningFacts[K]
}[RateWarningKind]

type Anchor = Pick<DayRate, 'date' | 'rate'> & { readonly isSameDay: boolean }

interface Anchors {
  readonly currency: Currency
  /** The published rate of the day, or the nearest main rate for a series that has none. */
  readonly feed: DayRate | undefined
  readonly isSide?: boolean
  /** Ascending; a month is enough. */
  readonly daysBefore: readonly DayRate[]
  /** The nearest rate before the day, however old, if no day of the month before has one. */
  readonly last?: DayRate | undefined
  /** The nearest rate on or after the day, however late. */
  readonly sameDayOrAfter?: DayRate | undefined
}

/** In March 2022 the dollar rose by a tenth within a week. */
export const ANCHOR_DAYS = 7
/** From a bank's rate to the indicative one. */
const FROM_FEED = 0.03
/** Half of a wide spread. */
const FROM_MIDDLE = 0.04
/** Times the largest move of the last month. */
const MOVE_FACTOR = 3
/** The dollar rose by 13 % from 7 to 9 March 2022, and by 11 % on the next day. */
const MOST_PER_ROOT_DAY = 0.2
/** 310 for 301 is 3 % off. */
const FROM_SLIP = 0.02
/** Share, times the root of the days: moves add up like a random walk. */
const MOVE_PER_ROOT_DAY = 0.02
/** Rates that are further away say no more than the usual rate does. */
export const MOST_DAYS = 365
/** Factor from the usual rate: for today, and for each year. */
const FROM_USUAL = 1.2
const PER_YEAR = 1.3
/** The dollar became five times as dear from 2000 to 2022. */
const MOST_FROM_USUAL = 5
const NEAR = 0.05

/**
 * Compares with the published rate of the day and with the nearest stored rate on each side, the
 * same day included; with the usual rate if none of them is within a year.
 */
export function rateWarnings(rate: Rate, date: CalendarDate, anchors: Anchors): RateWarning[] {
  const { feed, sameDayOrAfter: next } = anchors
  const recent = anchors.daysBefore.filter((each) => each.date < date)
  const before = recent.at(-1) ?? anchors.last
  // The published rate of the day is surer than one that somebody entered over it.
  const after = next?.date === date && feed?.date === date ? undefined : next
  const isNear = (each: DayRate | undefined, days: number) =>
    each !== undefined && Math.abs(daysBetween(each.date, date)) <= days
  const neighbours = [before, after].filter((each) => each && isNear(each, MOST_DAYS)) as DayRate[]
  const nearest =
    [feed, before, after].find((each) => isNear(each, ANCHOR_DAYS)) ?? neighbours[0] ?? feed
  if (!nearest) {
    const usual = farFromUsual(rate, date, anchors.currency)
    const last = before ?? after
    const far = last && usualRate(anchors.currency) === undefined
    return far ? [farFrom(rate, date, last, []) ?? []].flat() : usual
  }
  const isSide = anchors.isSide === true && nearest === feed
  const isFresh = isNear(nearest, ANCHOR_DAYS)
  const allowed = isFresh ? (isSide ? FROM_MIDDLE : FROM_SLIP) : moveAllowed(nearest, date, [])
  const mistype = mistypeOf(
    rate,
    { ...nearest, isSameDay: nearest.date === date },
    allowed,
    isFresh,
  )
  const far = neighbours
    .map((each) => farFrom(rate, date, each, each === before ? recent : []))
    .find((each) => each !== undefined)
  const distances = [
    feed && farFromFeed(rate, date, feed, anchors.isSide ? FROM_MIDDLE : FROM_FEED),
    far,
  ].filter((each) => each !== undefined)
  // A slip of an old rate says all that its distance does.
  return mistype ? [mistype, ...(isFresh ? distances : [])] : distances
}

export const oldDayWarning = (date: CalendarDate, today: CalendarDate): RateWarning[] =>
  daysBetween(date, today) <= ENTRY_WINDOW_DAYS
    ? []
    : [{ kind: 'long ago', date, days: ENTRY_WINDOW_DAYS }]

function farFromUsual(rate: Rate, date: CalendarDate, currency: Currency): RateWarning[] {
  const usual = usualRate(currency)
  if (usual === undefined) return []
  const years = Math.abs(daysBetween(date, USUAL_DAY)) / 365
  const wide = Math.min(FROM_USUAL * PER_YEAR ** years, MOST_FROM_USUAL)
  // The rupee fell against every currency, so the band is wide to one side only.
  const narrow = Math.min(wide, 2)
  const [above, below] = date < USUAL_DAY ? [narrow, wide] : [wide, narrow]
  const isNear = (each: number) => each <= usual * above && each >= usual / below
  if (isNear(rate)) return []
  const power = POWERS.find((each) => isNear(rate * 10 ** each))
  const intended = power !== undefined && { intended: Math.round(rate * 10 ** power) as Rate }
  return [{ kind: 'far from usual', rate, currency, ...intended }]
}

export function isUsual(rate: Rate, currency: Currency): boolean {
  const usual = usualRate(currency)
  return usual === undefined || (rate <= usual * MOST_FROM_USUAL && rate >= usual / MOST_FROM_USUAL)
}

function mistypeOf(
  rate: Rate,
  anchor: Anchor,
  allowed: number,
  isFresh: boolean,
): RateWarning | undefined {
  if (distance(rate, anchor.rate) <= allowed) return undefined
  const near = isFresh ? NEAR : Math.min(allowed, 0.5)
  const slip = inverted(rate, anchor) ?? movedPoint(rate, anchor, near)
  if (slip || !isFresh) return slip
  const intended = swaps(rate).find(
    (each) => distance(each, anchor.rate) <= distance(rate, anchor.rate) / 5,
  )
  return intended === undefined ? undefined : { kind: 'swapped digits', rate, intended, anchor }
}

function inverted(rate: Rate, anchor: Anchor): RateWarning | undefined {
  const isInverse = distance(SCALE ** 2 / rate, anchor.rate) <= NEAR
  return isInverse ? { kind: 'inverted pair', rate, anchor } : undefined
}

const POWERS = [-4, -3, -2, -1, 1, 2, 3, 4]

function movedPoint(rate: Rate, anchor: Anchor, near: number): RateWarning | undefined {
  const power = POWERS.find((each) => distance(rate * 10 ** each, anchor.rate) <= near)
  if (power === undefined) return undefined
  const intended = Math.round(rate * 10 ** power) as Rate
  return { kind: 'moved decimal point', rate, intended, anchor }
}

function farFromFeed(
  rate: Rate,
  date: CalendarDate,
  feed: DayRate,
  allowed: number,
): RateWarning | undefined {
  const isFresh = Math.abs(daysBetween(feed.date, date)) <= ANCHOR_DAYS
  const moved = isFresh ? 0 : moveAllowed(feed, date, [])
  return distance(rate, feed.rate) <= allowed + moved
    ? undefined
    : { kind: 'far from the feed', rate, date, feed }
}

const largestMove = (recent: readonly DayRate[]): number =>
  Math.max(
    0,
    ...recent.slice(1).map((each, index) => distance(each.rate, recent[index]?.rate ?? each.rate)),
  )

function moveAllowed(
  { date: from }: DayRate,
  date: CalendarDate,
  recent: readonly DayRate[],
): number {
  const days = Math.max(1, Math.abs(daysBetween(from, date)))
  const moved = Math.min(largestMove(recent) * MOVE_FACTOR, MOST_PER_ROOT_DAY)
  return Math.max(MOVE_PER_ROOT_DAY, moved) * Math.sqrt(days)
}

function farFrom(
  rate: Rate,
  date: CalendarDate,
  newest: DayRate,
  recent: readonly DayRate[],
): RateWarning | undefined {
  if (distance(rate, newest.rate) <= moveAllowed(newest, date, recent)) return undefined
  const move = recent.length > 1 ? largestMove(recent) : undefined
  return { kind: 'far from recent days', rate, newest, largestMove: move }
}

function swaps(rate: Rate): Rate[] {
  const digits = String(rate)
  return Array.from({ length: digits.length - 1 }, (_, at) => {
    const swapped =
      digits.slice(0, at) + (digits[at + 1] ?? '') + (digits[at] ?? '') + digits.slice(at + 2)
    return Number(swapped) as Rate
  }).filter((each) => each !== rate && each > 0)
}

function distance(rate: number, anchor: number): number {
  return Math.abs(rate - anchor) / anchor
}

const OTHER_SIDE: Readonly<Partial<Record<RateKind, RateKind>>> = {
  'tt-buying': 'tt-selling',
  'tt-selling': 'tt-buying',
}

export function otherSide(kind: RateKind): RateKind | undefined {
  return OTHER_SIDE[kind]
}

/** Hundredths of a per cent of the middle. */
export function spreadOf(buying: Rate, selling: Rate): number {
  return Math.round(((selling - buying) * 20_000) / (buying + selling))
}

export function formatSpread(spread: number): string {
  return `${(spread / 100).toFixed(2)} %`
}

/** Above 8 % of the middle, in whole numbers. */
const isWide = (buying: Rate, selling: Rate) => 25 * (selling - buying) > buying + selling

export function spreadWarnings(kind: RateKind, rate: Rate, other: Rate): RateWarning[] {
  const [buying, selling] = kind === 'tt-buying' ? [rate, other] : [other, rate]
  if (buying >= selling) return [{ kind: 'buying not below selling', buying, selling }]
  return isWide(buying, selling) ? [{ kind: 'wide spread', buying, selling }] : []
}

/** Older days are questioned. Today is the 91st day. */
export const ENTRY_WINDOW_DAYS = 90

export const entryDateError = (date: CalendarDate, today: CalendarDate): string | undefined =>
  date > today ? inputError('date after today', today) : undefined
