import type { CheckedRate } from '../../../contract/imports/checked-rates.ts'
import { unitsName } from '../../../text/names.ts'
import { t } from '../../../text/sentences.ts'
import type { Spreadsheet } from '../../text/spreadsheet.ts'

/** Checked rates as a sheet, a row each in their order, with the citation of what counts. */
export function rateCheckSheet(rows: readonly CheckedRate[]): Spreadsheet {
  const { columns, results } = t.rateCheck
  const rate = (heading: string) => ({ heading, width: 14, type: 'rate' }) as const
  const text = (heading: string, width: number) => ({ heading, width, type: 'text' }) as const
  const day = (heading: string) => ({ heading, width: 12, type: 'day' }) as const
  return {
    name: t.screens.check,
    columns: [
      ...[day(columns.date), text(columns.currency, 10), rate(columns.amount)],
      ...[rate(columns.used), text(columns.result, 12), rate(columns.rate), day(columns.rateDate)],
      ...[rate(columns.difference), rate(columns.percent), rate(columns.rupees)],
      text(columns.citation, 80),
    ],
    rows: rows.map((row) => [
      ...[row.date, unitsName(row.currency), row.amount ?? null, row.used, results[row.result]],
      ...[row.rate, row.rate_date, row.difference?.rate ?? null],
      ...[row.difference?.percent ?? null, row.difference?.rupees ?? null],
      row.citation?.text ?? null,
    ]),
  }
}
