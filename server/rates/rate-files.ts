import type { FILE_LAYOUTS } from '../../contract/rates/rate-history.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatPerUnit, type Rate } from '../../domain/money.ts'
import { publisherName, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import type { Spreadsheet, SpreadsheetColumn } from '../text/spreadsheet.ts'
import type { Period } from './history-responses.ts'

/** The same days of one currency, or of all in their order. */
export interface RateFile {
  readonly of: Currency | 'all'
  readonly periods: readonly Period[]
  readonly layout: (typeof FILE_LAYOUTS)[number]
  /**
   * There where the request named one; the file then names it too, so that it can be imported as it
   * is.
   */
  readonly kind: RateKind | undefined
  /** The same of a bank. */
  readonly publisher: string | undefined
}

/** The file's name: `USD-LKR-2026-08-31-to-2026-09-29.csv`, `all-LKR-customs-…-wide.xlsx`. */
export function rateFileName<Ending extends string>(
  { of, periods, layout, kind, publisher }: RateFile,
  ending: Ending,
): `${string}.${Ending}` {
  const days = periods[0] && `${periods[0].from}-to-${periods[0].to}`
  const named = [publisher, kind].map((each) => (each === undefined ? '' : `${each}-`)).join('')
  return `${of}-LKR-${named}${days ?? ''}${layout === 'wide' ? '-wide' : ''}.${ending}`
}

/** The rates as rows: one for each, or one for each day with a column for each currency. */
export function rateSheet({ of, periods, layout, kind, publisher }: RateFile): Spreadsheet {
  const all = periods.flatMap(({ series, rates }) => rates.map((rate) => ({ ...rate, ...series })))
  const days = [...Map.groupBy(all, ({ date }) => date)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const bank = publisher === undefined ? [] : [publisherName(publisher)]
  const name = [of === 'all' ? 'Rates in LKR' : `${of} in LKR`, ...bank].join(', ').slice(0, 31)
  if (layout === 'wide') {
    const codes = currencies().map((code) =>
      kind === undefined ? code : `${code} ${t.kindNames[kind]}`,
    )
    return {
      name,
      columns: [DATE, ...codes.map(rateColumn)],
      rows: days.map(([date, rates]) => {
        const figures = currencies().map((code) => {
          const found = rates.find(({ currency }) => currency === code)
          return found ? perUnit(code, found.rate) : null
        })
        return [date, ...figures]
      }),
    }
  }
  return {
    name,
    columns: [
      DATE,
      CURRENCY,
      ...(kind === undefined ? [] : [KIND]),
      rateColumn('Rate (LKR)'),
      SOURCE,
      ...bank.map(() => BANK),
    ],
    rows: days.flatMap(([date, rates]) =>
      rates.map(({ currency, rate, source }) => [
        ...[date, currency, ...(kind === undefined ? [] : [kind])],
        ...[perUnit(currency, rate), t.sourceNames[source], ...bank],
      ]),
    ),
  }
}

const perUnit = (currency: Currency, rate: Rate) => Number(formatPerUnit(rate, unitsOf(currency)))

const DATE: SpreadsheetColumn = { heading: 'Date', width: 12, type: 'day' }
const CURRENCY: SpreadsheetColumn = { heading: 'Currency', width: 10, type: 'text' }
const KIND: SpreadsheetColumn = { heading: 'Kind', width: 12, type: 'text' }
const SOURCE: SpreadsheetColumn = { heading: 'Source', width: 28, type: 'text' }
const BANK: SpreadsheetColumn = { heading: 'Bank', width: 28, type: 'text' }

const rateColumn = (heading: string): SpreadsheetColumn => ({
  heading,
  width: Math.max(12, heading.length + 4),
  type: 'rate',
})
