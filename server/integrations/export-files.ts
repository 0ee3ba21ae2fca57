import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import type { AccountingFormat } from '../../domain/integrations/export-name.ts'
import { formatPerUnit } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'
import type { Period } from '../rates/history-responses.ts'
import { csvLine } from '../text/csv.ts'

/** A day's rate as a line of a file. */
interface Row extends Series {
  readonly date: CalendarDate
  /** Rupees for one unit, exactly: with 4 decimals or more. */
  readonly rate: string
  /** Whether it is the first of its currency. */
  readonly isFirst: boolean
}

interface FileFormat {
  readonly type: string
  readonly heading: string
  readonly line: (row: Row) => string
}

const TEXT = { type: 'text/plain; charset=utf-8', heading: '' }
const table = (heading: readonly string[], cells: (row: Row) => (string | null)[]): FileFormat => ({
  type: 'text/csv; charset=utf-8',
  heading: heading.length === 0 ? '' : csvLine(heading),
  line: (row) => csvLine(cells(row)),
})

const FORMATS: Readonly<Record<AccountingFormat, FileFormat>> = {
  beancount: {
    ...TEXT,
    line: ({ date, currency, rate }) => `${date} price ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  ledger: {
    ...TEXT,
    line: ({ date, currency, rate }) => `P ${date} ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  // What the imports here read.
  csv: table(['date', 'currency', 'rate', 'kind'], ({ date, currency, rate, kind }) => [
    date,
    currency,
    rate,
    kind,
  ]),
  // A row without an id belongs to the record above it.
  'odoo.csv': table(
    ['id', 'rate_ids/name', 'rate_ids/inverse_company_rate'],
    ({ date, currency, rate, isFirst }) => [isFirst ? `base.${currency}` : null, date, rate],
  ),
  // Its import asks what each column is, and takes a heading for a price.
  'gnucash.csv': table([], ({ date, currency, rate }) => [
    date,
    rate,
    currency,
    'CURRENCY',
    TARGET_CURRENCY,
  ]),
}

/** The media type of a format. */
export const typeOfExport = (format: AccountingFormat): string => FORMATS[format].type

/** Lines that are made at once: some 18 KB. */
const LINES_AT_ONCE = 500

/** The rates of periods as a file, in pieces: one currency after the other, ascending. */
export function* exportText(
  format: AccountingFormat,
  periods: readonly Period[],
): Generator<string> {
  const { heading, line } = FORMATS[format]
  yield heading
  for (const { series, rates } of periods) {
    for (let from = 0; from < rates.length; from += LINES_AT_ONCE) {
      const lines = rates.slice(from, from + LINES_AT_ONCE).map(({ date, rate }, at) =>
        line({
          ...series,
          date,
          rate: formatPerUnit(rate, unitsOf(series.currency)),
          isFirst: from + at === 0,
        }),
      )
      yield lines.join('')
    }
  }
}
