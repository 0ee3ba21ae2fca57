import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { Unused } from '../../../domain/imports/headings.ts'
import { currencies, type Currency } from '../../../domain/currency.ts'
import { TABLE_LIMITS, type TableError } from '../../../domain/pasted-table.ts'
import { formatRate, type Rate } from '../../../domain/rate-text.ts'
import { RATE_KINDS, type Series } from '../../../domain/series.ts'
import { rateName } from '../../../text/names.ts'

type Limit = TableError['limit']

const holidays = (count: number) => `${count} bank ${count === 1 ? 'holiday' : 'holidays'}`

/** What every import responds with. */
export const importsText = {
  noRows: 'There are no rows to import.',
  blocked: (blocking: number, rows: number) =>
    `${blocking} of ${rows} rows cannot be imported, so none was.`,
  none: 'There is no such import.',
  undoneAlready: 'This import has been undone already.',
  undone: (removed: number, putBack: number, left: number) =>
    `Import undone: ${removed} removed, ${putBack} put ` +
    `back${left === 0 ? '' : `; ${left} changed since and left as they are`}`,
  sameAsLine: (line: number) => `Line ${line} says the same.`,
  tooManyRows: () =>
    `There are more than ${TABLE_LIMITS.rows.toLocaleString('en')} rows. Import them in ` +
    'several parts.',
}

/** What the import of rates responds with. */
export const rateImportText = {
  imported: (count: number) =>
    `${count} exchange ${count === 1 ? 'rate' : 'rates'} imported successfully`,
  unchanged: 'Every row is already entered with the same rate.',
  beyondLimit: (limit: Limit, line: number) =>
    ({
      rows: importsText.tooManyRows(),
      cells:
        `Line ${line} has more than ${TABLE_LIMITS.cells} cells. Keep only the date, the ` +
        'currency and the rate.',
      characters:
        `Line ${line} has a cell of more than ${TABLE_LIMITS.characters} characters. Keep only ` +
        'the date, the currency and the rate.',
    })[limit],
  otherRate: (line: number, series: Series, date: CalendarDate) =>
    `Line ${line} gives another ${rateName(series)} for ${formatDay(date)}.`,
  enteredAlready: 'This rate is entered already.',
  holiday: (date: CalendarDate, holiday: string | undefined) =>
    `${formatDay(date)} is ${holiday ?? 'a weekend'}: banks do not trade.`,
  replaces: (rate: Rate) => `Replaces ${formatRate(rate)}.`,
  /** `headings` say buying and selling, of nobody knows what. */
  question: (headings: readonly string[]) =>
    `Say first what these are: ${headings.slice(0, 4).join(', ')}. Telegraphic transfers, ` +
    'currency notes or something else?',
  nothingUsed: (sentences: readonly string[]) =>
    `There are no rates to import. ${sentences.join(' ')}`,
  /** Why a column is not used, by its heading. */
  unused: {
    pair: (heading) => `“${heading}” is a rate between two foreign currencies.`,
    forward: (heading) => `“${heading}” is a forward, swap or option rate.`,
    plan: (heading) => `“${heading}” is a planned rate.`,
    notes: (heading) => `“${heading}” is a rate for currency notes, which are not kept here.`,
    cheque: (heading) =>
      `“${heading}” is a rate for cheques, drafts or bills, which are not kept here.`,
    units: (heading) =>
      `“${heading}” is not for one unit: divide the figures and import them again.`,
    change: (heading) => `“${heading}” is a change or a spread.`,
    statistic: (heading) => `“${heading}” is not the rate of a day.`,
    amount: (heading) => `“${heading}” is an amount.`,
    inverse: (heading) => `“${heading}” is what a rupee is worth.`,
    other: (heading) => `“${heading}” is another rate than those that are kept here.`,
    unclear: (heading) => `“${heading}” is not understood.`,
    trade: (heading) => `“${heading}” does not say whether the bank buys or sells.`,
    'no side': (heading) => `“${heading}” does not say whether the bank buys or sells.`,
    'two dates': (heading) =>
      `“${heading}” has two dates beside it: keep the one that the rate is of.`,
    twice: (heading) => `“${heading}” is there more than once: keep one column of each rate.`,
    answered: (heading) => `“${heading}” is no telegraphic transfer.`,
    'other currency': (heading) => `“${heading}” is of a currency that is not kept here.`,
  } satisfies Record<Unused, (heading: string) => string>,
  encryptedSheet:
    'The file is protected with a password. Save a copy without the password and choose that.',
  oldSheet: 'The file is in the old .xls format. Save it as .xlsx or CSV and choose that.',
  unreadableSheet: 'The file could not be read as a spreadsheet. Save it as CSV and try again.',
  noText: 'The file is neither a table as text nor a spreadsheet. Save it as CSV and choose that.',
  webPage:
    'The file is a web page or XML. Open it in a spreadsheet, save it as .xlsx or CSV and ' +
    'choose that.',
  textTooLong: 'The file has more than a million characters. Import it in several parts.',
  noSuchSheet: 'The file has no such sheet.',
  sheetTooLarge: 'The file is too large to read as a spreadsheet. Save it as CSV and try again.',
  cellTooFar:
    'The file has cells beyond column AN or row 11,000. Copy the table into a new file and ' +
    'choose that.',
  tooManyFiles: 'Too many files are being read. Try again in a moment.',
}

/** What a file of rates is refused with, line by line. */
export const historyFileText = {
  heading: 'The first row must be date,currency,rate or date,currency,rate,kind.',
  line: (line: number, sentence: string) => `line ${line}: ${sentence}`,
  otherRate: (line: number, currency: Currency, date: CalendarDate) =>
    `Line ${line} gives another ${currency} rate for ${formatDay(date)}.`,
  beyondLimit: (limit: Limit) => `It has more than ${TABLE_LIMITS[limit]} ${limit}.`,
  columns: (count: number, columns: number) => `It has ${count} values instead of ${columns}.`,
  noDay: (given: string) => `“${given}” is not a day such as 2026-09-29.`,
  afterToday: (date: CalendarDate, today: CalendarDate) =>
    `${formatDay(date)} is after today, ${formatDay(today)}.`,
  currency: (given: string) =>
    `Unrecognised currency “${given}”. Use one of ${currencies().join(', ')}.`,
  kind: (given: string) => `Unrecognised kind “${given}”. Use one of ${RATE_KINDS.join(', ')}.`,
}

/** What the import of bank holidays responds with. */
export const holidayImportText = {
  entered: (count: number) => `${holidays(count)} entered`,
  removed: (count: number) => `${holidays(count)} removed`,
  unchanged: 'Nothing in the list would change the calendar.',
  beyondLimit: (limit: Limit, line: number) =>
    `Line ${line} has more than ${TABLE_LIMITS[limit]} ${limit}.`,
  outside: (first: CalendarDate, last: CalendarDate) =>
    `The day must be from ${formatDay(first)} to ${formatDay(last)}.`,
  otherName: (line: number, date: CalendarDate) =>
    `Line ${line} has another name for ${formatDay(date)}.`,
  noName: 'There is no name.',
  noHoliday: 'This day is no bank holiday.',
  enteredAlready: 'This holiday is entered already.',
  published: (date: CalendarDate) =>
    `The Central Bank has published a rate for ${formatDay(date)}, so banks were open.`,
  weekend: 'Banks are closed on weekends anyway.',
}

/** What entering a schedule of customs rates responds with. */
export const customsImportText = {
  entered: (first: CalendarDate, last: CalendarDate) =>
    `Customs rates of ${formatDay(first)} to ${formatDay(last)} entered`,
  undoLaterFirst: ({ id, gazette }: { readonly id: number; readonly gazette: string }) =>
    `Gazette ${gazette} was entered for the same days later. Undo that import first (number ${id}).`,
  changedSince: (entry: number) =>
    `Rates of this schedule were changed later (entry ${entry} of the audit trail). Undo or ` +
    'delete that first.',
  unchanged: 'All of these rates are already entered.',
  noRates: 'There are no rates to enter.',
  beyondLimit: holidayImportText.beyondLimit,
  outside: (first: CalendarDate, last: CalendarDate) =>
    `The first day must be from ${formatDay(first)} to ${formatDay(last)}.`,
  noWeek: (days: number) =>
    `The schedule is of ${days === 1 ? '1 day' : `${days} days`}, not of a week.`,
  endsBefore: (last: CalendarDate) => `The schedule before it ends on ${formatDay(last)}.`,
  beginsAfter: (first: CalendarDate) => `The schedule after it begins on ${formatDay(first)}.`,
  otherCurrency: (code: string) => `${code} rates are not kept on this site.`,
  otherRate: (line: number, currency: Currency) => `Line ${line} gives another ${currency} rate.`,
  replaces: (rate: Rate) => `It replaces ${formatRate(rate)}.`,
}
