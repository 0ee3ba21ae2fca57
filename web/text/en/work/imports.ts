import { ratesOfUse, type ColumnUse } from '../../../../domain/imports/column-use.ts'
import type { DateOrder } from '../../../../domain/day-text.ts'
import { KIND_NAMES } from '../../../../text/en/names.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`
const rows = (count: number) => counted(count, 'row', 'rows')
const rates = (count: number) => counted(count, 'rate', 'rates')

const USES: Readonly<Partial<Record<ColumnUse, string>>> = {
  none: 'Not used',
  date: 'Date',
  rate: 'Rate',
  currency: 'Currency of the row',
  kind: 'Kind of rate',
}

/** What every import says, of rates or of bank holidays. */
export const IMPORT = {
  checkRows: 'Check the rows',
  chooseFile: 'Choose a file',
  reading: 'Reading the file…',
  nothingGiven: 'Paste some rows first, or choose a file.',
  unreadable: (file: string) => `${file} could not be read.`,
  tooLarge: (file: string, mebibytes: number) => `${file} is too large: at most ${mebibytes} MiB.`,
  sheet: (file: string) => `Sheet of ${file}`,
  progress: 'Progress',
  looking: (count: number) => (count > 1000 ? `Checking ${rows(count)}…` : 'Checking the rows…'),
  importing: 'Importing…',
  undoing: 'Undoing…',
  undo: 'Undo this import',
  preview: 'Result of the check',
  counts: (total: number, parts: readonly string[]) =>
    total === 0 ? 'No rows were found.' : `${rows(total)}: ${parts.join(', ')}.`,
  count: (count: number, verdict: string) => `${count.toLocaleString('en')} ${verdict}`,
  allOrNone:
    'All rows are imported or none: correct or leave out those that cannot be imported, and check again.',
  line: 'Line',
  verdict: 'Result',
  moreRows: 'Show more rows',
  fineRows: (count: number) => `${rows(count)} with nothing to check`,
  fineCaption: 'Rows with nothing to check',
  committing: 'Importing...',
  earlier: 'Earlier imports',
  by: (what: string, user: string) => `${what} by ${user}, `,
  undoEarlier: 'Undo',
  undoEarlierOf: (time: string) => ` the import of ${time}`,
  undoneBy: (user: string | null) => `undone by ${user}, `,
  dateOrder: 'Dates such as 03/04/2026 are written',
  dateOrderOf: (given: string) => `How is the date in “${given}” written?`,
  dateOrderProven: (given: string, line: number) =>
    `${given} in line ${line} can only be read this way, so the other dates were read the same way.`,
  dateOrders: {
    'day first': 'Day first: 03/04 is 3 April',
    'month first': 'Month first: 03/04 is 4 March',
  } satisfies Record<DateOrder, string>,
} as const

/** What the import of rates says. */
export const RATE_IMPORT = {
  rows: 'Rows with a date, a currency and a rate',
  rowsHint:
    'Paste them from a spreadsheet, or drop a CSV or XLSX file here. A sheet with a column for each currency is read too.',
  placeholder: '2026-09-29, USD, 301.2500\n29 Sep 2026, GBP, 405.1000',
  fileLabel: 'File with rates',
  currency: 'Currency for rows without one',
  everyRowNames: 'Every row has its own',
  kind: 'Kind of rate for rows without one',
  round: (count: number) =>
    `Round ${rates(count)} with more than 4 decimals to 4 (half away from zero). The audit trail keeps the original.`,
  leaveOut: (count: number) =>
    `Leave out the ${count === 1 ? 'row' : rows(count)} that cannot be imported. The audit trail says so.`,
  timed: (count: number) => `The time of day of ${counted(count, 'date', 'dates')} is left out.`,
  skipped: (count: number) => `${rows(count)} without a rate ${count === 1 ? 'is' : 'are'} skipped`,
  skippedLine: (line: number) => `Line ${line}: `,
  skippedMore: (count: number) => `And ${rows(count)} more.`,
  columns: 'What is in each column?',
  columnsHint: 'Your choice is kept in this browser for sheets with the same headings.',
  column: (index: number, heading: string, sample: string) =>
    [`Column ${index}`, heading && `“${heading}”`, sample && `such as ${sample}`].filter(Boolean).join(', '),
  use: (use: ColumnUse) => {
    const own = ratesOfUse(use)
    if (!own) return USES[use] ?? use
    return own.kind === null ? `${own.currency} rate` : `${own.currency} ${KIND_NAMES[own.kind]}`
  },
  columnsWrong:
    'Choose one column for the date, and one for the rate of every row or some for a currency each.',
  applyColumns: 'Use these columns',
  caption: 'Rows to import',
  rateColumn: 'Rate',
  replaces: (old: string) => `replaces ${old}`,
  itReplaces: (old: string) => `It replaces ${old}.`,
  rounded: (given: string) => `Rounded from ${given}.`,
  nothing: 'All of these rates are already entered: there is nothing to import.',
  why: 'Why are the suspicious rates right?',
  whyMissing: 'Say why the suspicious rates are right, or leave them out.',
  button: (count: number) => `Import ${rates(count)}`,
  nameRows: rates,
  files: 'Files of all four currencies',
  filesHint: 'The rates of the last 30 days. Change them, and import the file as it is.',
  fileNames: {
    wide: 'A column for each currency',
    long: 'A row for each rate',
  },
} as const
