import { USUAL_RUPEES } from '../domain/currency.ts'
import { expectedCustoms } from '../domain/customs-week.ts'
import type {
  Anchor,
  RateWarning,
  RateWarningFacts,
  RateWarningKind,
} from '../domain/rate-warnings.ts'
import { formatRate, type Rate } from '../domain/rate-text.ts'
import { formatSpread, spreadOf } from '../domain/spread.ts'
import { formatDay, t } from './sentences.ts'

type Sentences = { readonly [K in RateWarningKind]: (facts: RateWarningFacts[K]) => string }

const sides = (buying: Rate, selling: Rate) =>
  `Bank buys (TT) ${formatRate(buying)}, Bank sells (TT) ${formatRate(selling)}`

const near = ({ rate, date, isSameDay }: Anchor) =>
  `${formatRate(rate)} of ${isSameDay ? 'the same day' : formatDay(date)}`

/** `12.3 % above`, `8.4 % below`. */
const farFrom = (rate: Rate, anchor: Rate) =>
  `${percent(Math.abs(rate - anchor) / anchor)} ${rate > anchor ? 'above' : 'below'}`

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const SENTENCES: Sentences = {
  'buying not below selling': ({ buying, selling }) =>
    `Buying is not below selling: ${sides(buying, selling)}.`,
  'wide spread': ({ buying, selling }) =>
    `The spread of ${formatSpread(spreadOf(buying, selling))} is above 8 %: ` +
    `${sides(buying, selling)}.`,
  'inverted pair': ({ rate, anchor }) =>
    `${formatRate(rate)} looks like rupees in the foreign currency: 1 divided by it is near ` +
    `${near(anchor)}.`,
  'moved decimal point': ({ rate, anchor }) =>
    `The decimal point of ${formatRate(rate)} may have moved: it stands elsewhere in ` +
    `${near(anchor)}.`,
  'swapped digits': ({ rate, swapped, anchor }) =>
    `Two digits of ${formatRate(rate)} may be swapped: ${formatRate(swapped)} would be near ` +
    `${near(anchor)}.`,
  'far from the feed': ({ rate, date, feed }) =>
    `${formatRate(rate)} is ${farFrom(rate, feed.rate)} ${formatRate(feed.rate)}, which ` +
    `${t.sourceNames[feed.source]} gives for ` +
    `${feed.date === date ? 'the same day' : formatDay(feed.date)}.`,
  'far from recent days': ({ rate, newest, largestMove }) => {
    const usual =
      largestMove === undefined
        ? ''
        : `; the largest move of the last days was ${percent(largestMove)}`
    return (
      `${formatRate(rate)} is ${farFrom(rate, newest.rate)} the ${formatRate(newest.rate)} of ` +
      `${formatDay(newest.date)}${usual}.`
    )
  },
  'far from TT selling': ({ rate, selling }) =>
    `${formatRate(rate)} is ${farFrom(rate, expectedCustoms(selling.rate))} 99.5 % of the Bank ` +
    `sells (TT) rate, ${formatRate(selling.rate)} on ${formatDay(selling.date)}.`,
  'far from usual': ({ rate, currency }) =>
    `${formatRate(rate)} is far from the roughly ${USUAL_RUPEES[currency]} rupees that one ` +
    `${currency} costs. Check the decimal point.`,
}

/** What looks wrong about a rate, in a sentence that says what to look at. */
export function rateWarningSentence(warning: RateWarning): string {
  const sentence = SENTENCES[warning.kind] as (warning: RateWarning) => string
  return sentence(warning)
}
