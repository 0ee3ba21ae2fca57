import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import { formatDay } from '../../../../text/en/days.ts'

const holidays = (count: number) => (count === 1 ? '1 bank holiday' : `${count} bank holidays`)

/** What the calendar's screen says. */
export const CALENDAR = {
  lead: 'On these days banks are closed and no rate is published. Every user sees who entered them.',
  file: 'Subscribe (.ics)',
  year: 'Year',
  listTitle: (year: number) => `Bank holidays of ${year}`,
  missing: (years: readonly number[]) =>
    `The bank holidays of ${years.join(' and ')} have not been entered. Until they are, a weekday without a rate cannot be told from a holiday.`,
  enterThem: 'Enter bank holidays',
  none: (year: number) => `No bank holidays of ${year} have been entered.`,
  notListed: (count: number, year: number, least: number) =>
    `${holidays(count)} of ${year}: a whole list has at least ${least}, so this year does not count as listed yet.`,
  count: holidays,
  special: 'Special bank holiday',
  shipped: 'Came with the product',
  enteredBy: (user: string) => `Entered by ${user}`,
  remove: 'Remove',
  removeQuestion: 'Remove this bank holiday?',
  removeFact: (name: string, date: CalendarDate) =>
    `${name}, ${formatDay(date)}. It can be undone below, under Earlier imports.`,
  undo: 'Undo',
  removeSource: 'Removed on the calendar page',
  addTitle: 'Add bank holidays',
  scope: 'What they are',
  scopes: { bank: 'Holidays of the year’s list', special: 'Special bank holidays' },
  source: 'Source',
  sourceHint: 'Such as the number of the gazette. Everyone sees it.',
  sourceMissing: 'Say where the list was published.',
  rows: 'Rows with a date and a name',
  rowsHint: 'Paste the list, or drop a CSV or XLSX file here. One row is enough for one day.',
  placeholder: '2027-01-15, Tamil Thai Pongal Day\n4 Feb 2027, Independence Day',
  fileLabel: 'File with bank holidays',
  oneDay: 'One day only',
  day: 'Date',
  name: 'Name',
  nameHint: 'Such as “Special bank holiday”.',
  dayMissing: 'Choose a date.',
  nameMissing: 'Enter a name.',
  check: 'Check the day',
  preview: {
    caption: 'Rows to enter',
    column: 'Holiday',
    replaces: (name: string) => `replaces ${name}`,
    nothing: 'All of these days are already entered: there is nothing to enter.',
    why: 'Why are these days holidays although a rate was published?',
    whyMissing: 'Say why, or leave these days out.',
    button: (count: number) => `Enter ${holidays(count)}`,
  },
} as const
