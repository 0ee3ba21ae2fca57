import type { CalendarDate } from '../calendar-date.ts'
import type { Rate } from '../money.ts'
import type { DayRate } from '../rate-precedence.ts'
import type { Series } from '../series.ts'

export const ALERT_CONDITIONS = [
  'above',
  'below',
  'moved',
  'published',
  'corrected',
  'stale',
  'daily',
] as const
export type AlertCondition = (typeof ALERT_CONDITIONS)[number]

export const MAX_ALERTS = 5
/** The distance back that arms an alert again: 0.25 %, in ten-thousandths. */
const MARGIN = 25n
export const PERCENT_RANGE = { least: 0.01, most: 50 } as const
/** In Colombo. The last hour sends even if rates are missing. */
export const DAILY_HOURS = { first: 9, last: 18 } as const
/** In business days. */
export const MAX_FEED_AGE = 1

export interface AlertRule {
  readonly condition: AlertCondition
  readonly series: Series | null
  readonly rate: Rate | null
  /** Hundredths of a per cent. */
  readonly move: number | null
  readonly hour: number | null
}

export const FIELDS_OF_CONDITION: Readonly<
  Record<AlertCondition, readonly ('currency' | 'rate' | 'percent' | 'hour')[]>
> = {
  above: ['currency', 'rate'],
  below: ['currency', 'rate'],
  moved: ['currency', 'percent'],
  published: ['currency'],
  corrected: ['currency'],
  stale: [],
  daily: ['hour'],
}

export interface AlertState {
  readonly armed: boolean
  readonly seenDay: CalendarDate | null
  readonly seenVersion: number
  readonly sentOn: CalendarDate | null
}

export interface AlertSituation {
  readonly today: CalendarDate
  readonly hour: number
  readonly newest: DayRate | undefined
  readonly previous: DayRate | undefined
  readonly version: number
  readonly corrected: boolean
  readonly stale: boolean
  readonly publishedToday: 'none' | 'some' | 'all'
}

export function firstState(rule: AlertRule, situation: AlertSituation): AlertState {
  const { newest, version, stale } = situation
  return {
    armed: rule.condition === 'stale' ? !stale : !(newest && isBeyond(rule, newest.rate)),
    seenDay: rule.condition === 'daily' ? null : (newest?.date ?? null),
    seenVersion: version,
    sentOn: null,
  }
}

/** Fires at most once a day in Colombo. */
export function evaluateAlert(
  rule: AlertRule,
  state: AlertState,
  situation: AlertSituation,
): { readonly fires: boolean; readonly state: AlertState } {
  const { today, hour, newest, version } = situation
  const same = { fires: false, state }
  const fireIf = (isDue: boolean, changed: Partial<AlertState>) =>
    isDue && state.sentOn !== today
      ? { fires: true, state: { ...state, ...changed, sentOn: today } }
      : same
  switch (rule.condition) {
    case 'above':
    case 'below':
      if (!newest) return same
      if (state.armed) return fireIf(isBeyond(rule, newest.rate), { armed: false })
      return isBack(rule, newest.rate) ? { fires: false, state: { ...state, armed: true } } : same
    case 'stale':
      if (state.armed) return fireIf(situation.stale, { armed: false })
      return situation.stale ? same : { fires: false, state: { ...state, armed: true } }
    case 'moved':
      return newest && isNew(newest.date, state)
        ? fireIf(hasMoved(rule, situation), { seenDay: newest.date })
        : same
    case 'published':
      return fireIf(newest?.date === today && isNew(today, state), { seenDay: today })
    case 'corrected':
      if (situation.corrected) return fireIf(true, { seenVersion: version })
      return version > state.seenVersion
        ? { fires: false, state: { ...state, seenVersion: version } }
        : same
    case 'daily': {
      const isLast = hour >= DAILY_HOURS.last && situation.publishedToday === 'some'
      const isReady = situation.publishedToday === 'all' || isLast
      return fireIf(isReady && hour >= (rule.hour ?? 0), {})
    }
  }
}

const isNew = (date: CalendarDate, { seenDay }: AlertState) => seenDay === null || date > seenDay

function isBeyond({ condition, rate: figure }: AlertRule, rate: Rate): boolean {
  if (figure === null) return false
  return condition === 'above' ? rate > figure : rate < figure
}

/** Products of two rates exceed exact numbers. */
function isBack({ condition, rate: figure }: AlertRule, rate: Rate): boolean {
  if (figure === null) return false
  const [is, limit] = [BigInt(rate) * 10_000n, BigInt(figure)]
  return condition === 'above' ? is <= limit * (10_000n - MARGIN) : is >= limit * (10_000n + MARGIN)
}

function hasMoved({ move }: AlertRule, { newest, previous }: AlertSituation): boolean {
  if (move === null || !newest || !previous) return false
  const difference = BigInt(Math.abs(newest.rate - previous.rate))
  return difference * 10_000n >= BigInt(previous.rate) * BigInt(move)
}
