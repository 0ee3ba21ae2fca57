import type { Currency } from '../../../domain/currency.ts'
import type { RateKind } from '../../../domain/series.ts'
import { KIND_NAMES } from '../../../text/en/names.ts'

/** A currency's page. */
export const currencyText = {
  lead: (name: string) =>
    `One ${name} in Sri Lankan rupees: its rate, its history, and what an amount of it is worth.`,
  currencies: 'Currencies',
  /** The heading of a rate, with its kind where the response names one. */
  inRupees: (currency: Currency, kind: RateKind | undefined) =>
    `1 ${currency} in LKR${kind ? `, ${KIND_NAMES[kind]}` : ''}`,
  newestUpTo: (day: string) => `Latest available up to ${day}.`,
  cite: 'Cite this rate',
  newest: 'Newest rate',
}

/** The history of a currency. */
export const historyText = {
  title: 'History',
  failed: 'This history could not be loaded.',
  /** `rate` is what a sentence calls it, such as `TT selling rate`. */
  days: (count: number, rate: string) => `${count === 1 ? '1 day' : `${count} days`} with a ${rate}.`,
  source: (name: string) => `Source: ${name}, where no other is named.`,
  download: 'Download as',
  or: 'or',
  periods: 'Closing and average rates of months and years',
  nothingSince: (rates: string, day: string) => `No ${rates} since ${day}.`,
  nothingBetween: (rates: string, from: string, to: string) => `No ${rates} from ${from} to ${to}.`,
  oldest: (day: string) => `The earliest known rate is of ${day}.`,
  showAll: 'Show all rates',
  /** `rates` is how a heading begins, such as `TT selling rates`. */
  table: (rates: string, currency: Currency) => `${rates} of ${currency}, the newest first`,
  more: (count: number) => `Show ${count} more`,
}

/** What chooses the days and the form of the chart. */
export const chartControlsText = {
  period: 'Period',
  periods: {
    '7d': '7 days',
    '30d': '30 days',
    '90d': '90 days',
    '1y': '1 year',
    '5y': '5 years',
    all: 'All',
  },
  ownDays: 'Choose days',
  days: (from: string, to: string) => `${from} to ${to}`,
  firstDay: 'First day',
  lastDay: 'Last day',
  show: 'Show days',
  view: 'Chart',
  views: { days: 'Daily', averages: 'Monthly averages', sides: 'TT buying and selling' },
  compare: 'Compare with',
  compareWith: (currency: Currency) => `Compare with ${currency}`,
  compareNoMore: (currency: Currency) => `Stop comparing with ${currency}`,
}

/** The chart. */
export const chartText = {
  /** `rate` is what a sentence calls it, such as `USD TT selling rate`. */
  day: (rate: string) => `Day of the ${rate}`,
  dayRate: (day: string, rate: string) => `${day}: ${rate} rupees`,
  rateOn: (rate: string, day: string) => `${rate} on ${day}`,
  changeSince: (day: string) => `Change since ${day}`,
  highest: 'Highest',
  lowest: 'Lowest',
  howToMeasure: 'Drag across the chart, or select two days, to measure a change.',
  measureFrom: (day: string) => `Select another day to measure the change from ${day}.`,
  clear: 'Clear',
  change: (percent: string, rupees: string, from: string, to: string) =>
    `${percent} (${rupees}) from ${from} to ${to}`,
  outside: (named: string, more: number) =>
    `Off the scale, drawn at its edge: ${named}${more > 0 ? ` and ${more} more` : ''}.`,
  notLoaded: 'This view could not be loaded. It opens by itself when the connection is back.',
  picture: 'Chart as',
  pictureFailed: 'The picture could not be made.',
}
