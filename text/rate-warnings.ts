import { quotedUnits, unitsOf } from '../domain/currency.ts'
import { expectedCustoms } from '../domain/customs-week.ts'
import {
  formatSpread,
  type RateWarning,
  type RateWarningFacts,
  type RateWarningKind,
  spreadOf,
} from '../domain/rate-warnings.ts'
import { usualRupees } from '../domain/usual-rates.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { formatRate, type Rate } from '../domain/money.ts'
import { formatDay, t } from './sentences.ts'

type Sides = RateWarningFacts['wide spread']
type Slip = RateWarningFacts['inverted pair']

const sides = ({ buying, selling }: Sides) => ({
  buying: formatRate(buying),
  selling: formatRate(selling),
})

const near = ({ rate, anchor }: Slip) => ({
  rate: formatRate(rate),
  anchor: formatRate(anchor.rate),
  date: dayOr(anchor.isSameDay, anchor.date),
})

const dayOr = (isSameDay: boolean, date: CalendarDate) =>
  isSameDay ? t.rateWarnings.sameDay : formatDay(date)

/** From here on, nobody reads a percentage. */
const MANY_TIMES = 10

const farFrom = (rate: Rate, anchor: Rate, other: Rate = anchor) => ({
  rate: formatRate(rate),
  far:
    rate >= anchor * MANY_TIMES
      ? t.rateWarnings.times({ times: Math.round(rate / anchor) })
      : t.rateWarnings.far({
          percent: toPercent(Math.abs(rate - anchor) / anchor),
          isAbove: rate > anchor,
        }),
  other: formatRate(other),
})

const toPercent = (share: number) => (share * 100).toFixed(1)

const SENTENCES: { readonly [K in RateWarningKind]: (facts: RateWarningFacts[K]) => string } = {
  'buying not below selling': (facts) => t.rateWarnings.buyingNotBelowSelling(sides(facts)),
  'wide spread': (facts) =>
    t.rateWarnings.wideSpread({
      ...sides(facts),
      spread: formatSpread(spreadOf(facts.buying, facts.selling)),
    }),
  'inverted pair': (facts) => t.rateWarnings.invertedPair(near(facts)),
  'moved decimal point': (facts) =>
    t.rateWarnings.movedDecimalPoint({
      ...near(facts),
      times: 10 ** Math.round(Math.abs(Math.log10(facts.rate / facts.anchor.rate))),
      isAbove: facts.rate > facts.anchor.rate,
    }),
  'swapped digits': (facts) =>
    t.rateWarnings.swappedDigits({ ...near(facts), swapped: formatRate(facts.intended) }),
  'far from the feed': ({ rate, date, feed }) =>
    t.rateWarnings.farFromFeed({
      ...farFrom(rate, feed.rate),
      source: feed.source,
      date: dayOr(feed.date === date, feed.date),
    }),
  'far from recent days': ({ rate, newest, largestMove }) =>
    t.rateWarnings.farFromRecentDays({
      ...farFrom(rate, newest.rate),
      date: newest.date,
      move: largestMove === undefined ? null : toPercent(largestMove),
    }),
  'far from TT selling': ({ rate, selling }) =>
    t.rateWarnings.farFromSelling({
      ...farFrom(rate, expectedCustoms(selling.rate), selling.rate),
      date: selling.date,
    }),
  'far from usual': ({ rate, currency }) =>
    t.rateWarnings.farFromUsual({
      rate: formatRate(rate),
      usual: Number(((usualRupees(currency) ?? 0) * unitsOf(currency)).toPrecision(2)),
      currency: quotedUnits(currency),
    }),
  'long ago': ({ date, days }) => t.rateWarnings.longAgo({ date, days }),
}

export function rateWarningSentence(warning: RateWarning): string {
  const sentence = SENTENCES[warning.kind] as (warning: RateWarning) => string
  return sentence(warning)
}
