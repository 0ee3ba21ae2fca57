import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import { formatDay } from '../../../../text/en/days.ts'

const entriesOf = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`)

/** What every way to enter a rate says. */
export const entryText = {
  kind: 'Kind',
  date: 'Date',
  rate: 'Rate',
  enterRate: 'Enter the rate.',
  unclear: (text: string) =>
    `“${text}” is not clear: write the rate with a point before the decimals, such as 301.25.`,
  target: (code: string) => `${code} – Sri Lankan rupee`,
  replaces: (day: CalendarDate, rate: string, user: string) =>
    `${formatDay(day)} has ${rate}, entered by ${user}. Saving replaces it.`,
  /** What a change did to one entry. */
  added: (what: string, rate: string) => `${what}: ${rate}`,
  replaced: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
  of: (series: string, day: CalendarDate) => `${series} of ${formatDay(day)}`,
  did: (message: string, what: string) => `${message}: ${what}`,
  undo: 'Undo',
  save: 'Save',
  saving: 'Saving...',
  none: 'No exchange rates found',
}

/** A rate that somebody else has changed since it was shown. */
export const conflictText = {
  changed: (user: string, rate: string) => `${user} has entered ${rate} meanwhile.`,
  deleted: 'This entry was deleted meanwhile.',
  keepTheirs: (rate: string) => `Keep ${rate}`,
  keepDeleted: 'Leave it deleted',
  useTyped: 'Use what I typed',
}

/** The question about a rate that looks wrong. */
export const warningText = {
  title: 'Is this rate right?',
  subject: (series: string, day: CalendarDate) => `${series} of ${formatDay(day)}:`,
  why: 'If it is right, why?',
  whyMissing: 'Say why it is right, or correct it.',
  correct: 'Correct it',
  save: 'Save it as it is',
}

/** The dashboard. */
export const dashboardText = {
  welcome: (user: string) => `Welcome, ${user}.`,
  places: 'Your work',
  manage: 'Manage Rates',
  importRates: 'Import Rates',
  holidays: 'Bank Holidays',
  add: 'Add Exchange Rate',
  recent: 'Recent Exchange Rates',
  baseCurrency: 'Base Currency',
  targetCurrency: 'Target Currency',
  placeholder: '1.0000',
  dateHint: 'Only dates within last 90 days allowed',
  save: 'Save Rate',
  columns: ['Date', 'Base Currency', 'Target Currency', 'Exchange Rate'],
} as const

/** The screen that manages rates. */
export const manageText = {
  lead: 'A rate entered here replaces the published rate of its day. Delete it to show the published rate again.',
  add: 'Add Rate',
  adding: 'Adding...',
  addLabel: 'Add a rate',
  currency: 'Currency',
  placeholder: '0.0000',
  importRates: 'Import Rates',
  recent: 'Recent entries',
  deleted: 'Deleted entries',
  toDeleted: 'Show deleted',
  toLive: 'Back to live entries',
  count: entriesOf,
  columns: { date: 'Date', currency: 'Currency', rate: 'Rate (LKR)', actions: 'Actions' },
  liveColumns: { by: 'By', when: 'When (Colombo)' },
  deletedColumns: { by: 'Deleted by', when: 'Deleted (Colombo)' },
  pages: 'Pages of entries',
  edit: 'Edit',
  delete: 'Delete',
  restore: 'Restore',
  cancel: 'Cancel',
  rateOf: (what: string) => `Rate of ${what}`,
  question: 'Are you sure you want to delete this rate entry?',
  entry: (what: string, rate: string, user: string) => `${what}: ${rate} LKR, entered by ${user}.`,
}

/** Several entries at once. */
export const selectionText = {
  select: (what: string) => `Select ${what}`,
  selectAll: 'Select all',
  selected: (count: number) => `${entriesOf(count)} selected`,
  delete: 'Delete selected',
  question: (count: number) => `Delete ${entriesOf(count)}?`,
}

/** What the list of entries is narrowed and sorted by. */
export const filterText = {
  summary: 'Filter and sort',
  label: 'Entries',
  show: 'Show',
  live: 'Live entries',
  deleted: 'Deleted entries',
  currency: 'Only',
  allCurrencies: 'All currencies',
  kind: 'Kind of rate',
  allKinds: 'All kinds',
  from: 'From',
  to: 'To',
  sortBy: 'Sort by',
  orders: {
    'entered desc': 'Last entered first',
    'entered asc': 'First entered first',
    'date desc': 'Newest day first',
    'date asc': 'Oldest day first',
    'currency asc': 'Currency',
    'rate desc': 'Highest rate first',
    'rate asc': 'Lowest rate first',
  },
  clear: 'Clear',
} as const

/** The rates of one day in one grid. */
export const dayText = {
  otherDay: (day: CalendarDate) => `Rates of ${formatDay(day)}`,
  lead: 'Type the rates that you have; a field left empty changes nothing. Enter goes to the next field.',
  day: 'Day',
  kinds: 'Kind of rate',
  /** What a bank pays and asks. */
  quote: 'TT buying and selling',
  quotes: 'TT rates',
  columns: {
    currency: 'Currency',
    previous: 'Before',
    published: 'Published',
    entered: 'Entered',
    rate: 'New rate',
  },
  placeholder: '0.0000',
  none: '–',
  by: (user: string) => `by ${user}`,
  nothing: 'Type at least one rate.',
  why: 'If these rates are right, why?',
  whyMissing: 'Say why the rates marked above are right, or correct them.',
  save: (count: number) => (count === 0 ? 'Save' : count === 1 ? 'Save 1 rate' : `Save ${count} rates`),
  manage: 'All entries',
}
