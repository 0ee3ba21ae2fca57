import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../../domain/period.ts'
import { formatDay } from '../../../text/en/days.ts'

const days = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'day' : 'days'}`

/** What the page of closing and average rates says. */
export const PERIODS_TEXT = {
  heading: (name: string) => `${name}: closing and average rates`,
  lead: 'Closing and average rates of months, quarters, years and tax years, in Sri Lankan rupees for one unit.',
  currencies: 'Currencies',
  unitsLabel: 'Period',
  units: { month: 'Months', quarter: 'Quarters', year: 'Years', 'tax-year': 'Tax years' } satisfies Record<
    PeriodUnit,
    string
  >,
  kind: 'Kind of rate',
  from: 'First month',
  to: 'Last month',
  monthHint: 'Such as 2025-04',
  show: 'Show',
  caption: (currency: string, unit: string) => `${unit} of ${currency}`,
  taxYear: 'A tax year is from 1 April to 31 March.',
  columns: {
    period: 'Period',
    opening: 'Opening',
    closing: 'Closing',
    averagePublished: 'Average of published days',
    averageCalendar: 'Average of calendar days',
    min: 'Lowest',
    max: 'Highest',
  },
  publishedDays: (count: number) => days(count, 'published'),
  calendarDays: (count: number) => days(count, 'calendar'),
  sealedFigure: (rate: string) => `sealed ${rate}`,
  states: {
    sealed: (day: CalendarDate) => `Sealed ${formatDay(day)}`,
    complete: 'Complete, not sealed yet',
    running: 'Up to today',
    future: 'Not started',
    partial: 'Rates begin partway through',
    'no rate': 'No rates',
  },
  moved: (percent: string) => `Moved ${percent} %`,
  movedFar: (percent: string, unit: PeriodUnit) =>
    `The rate moved ${percent} % in this ${unit.replace('-', ' ')}: an average is a poor approximation of it.`,
  corrected: (day: CalendarDate, changed: CalendarDate) =>
    `${formatDay(day)} was corrected on ${formatDay(changed)}.`,
  differs:
    'The rates were corrected after this period was sealed: each figure that differs is shown with the sealed one.',
  differsOtherwise: 'No single rate was corrected since: the rates come from another source.',
  missing: (count: number) => (count === 1 ? '1 day without a rate' : `${count} days without a rate`),
  weekends: (count: number) => (count === 1 ? '1 at a weekend' : `${count} at weekends`),
  missingDay: (day: CalendarDate, reason: string) => `${formatDay(day)}: ${reason}`,
  empty: (currency: string) => `There are no rates of ${currency} in these periods.`,
  howMade:
    'Closing is the newest rate on or before the last day, opening the newest before the first. The average of published days counts ' +
    'each day that has a rate of its own; the average of calendar days counts every day, with the newest rate on or before it. ' +
    'Three business days after a period is over its figures are sealed.',
  download: 'Download as',
  or: 'or',
  failed: 'These periods could not be loaded.',
  rates: (currency: string) => `Rates of ${currency}`,
} as const
