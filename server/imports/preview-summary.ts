import type { ResponseBody } from '../../contract/endpoint.ts'
import type { previewImport } from '../../contract/imports.ts'
import type { ReadImport } from '../../domain/import-rows.ts'
import type { ColumnUse } from '../../domain/imports/column-use.ts'
import { isDay, isNumber } from '../../domain/imports/table-layout.ts'
import { isCurrency } from '../../domain/currency.ts'
import { countVerdicts } from './batches.ts'
import { isImportable, type CheckedImport } from './check-import.ts'

type Preview = ResponseBody<typeof previewImport>['data']
type Table = NonNullable<Preview['table']>

/** How many of the rows that are no rates a preview shows. */
const MAX_SKIPPED = 20

/** What a preview says besides its rows; of the table only where it is requested. */
export function previewSummary(
  { read, rows }: CheckedImport,
  { leave_out, with_table = false }: { leave_out?: number | undefined; with_table?: boolean | undefined },
): Omit<Preview, 'rows'> {
  return {
    counts: countVerdicts(rows),
    importable: isImportable(rows, leave_out),
    ...(with_table && { table: tableSummary(read) }),
  }
}

function tableSummary(read: ReadImport): Table {
  const { skipped, order, rows } = read
  return {
    columns: columnsOf(read),
    skipped: {
      count: skipped.length,
      rows: skipped
        .slice(0, MAX_SKIPPED)
        .map(({ line, cells }) => ({ line, given: cells.filter(Boolean).join(' ').slice(0, 200) })),
    },
    date_order: order,
    roundable: rows.filter(({ decimals }) => decimals !== null).length,
    timed: new Set(rows.filter(({ timed }) => timed).map(({ line }) => line)).size,
  }
}

/** The columns as they were read; where each row was read by its looks, as the first one with a rate looks. */
function columnsOf({ table, layout }: ReadImport): Table['columns'] {
  const [headings, sample] = [table[layout.heading]?.cells ?? [], table[layout.firstData]?.cells ?? []]
  const uses = layout.columns ?? usesByLook(sample)
  const width = Math.max(headings.length, sample.length, uses.length)
  return Array.from({ length: width }, (_, index) => ({
    heading: headings[index] ?? '',
    sample: sample[index] ?? '',
    use: uses[index] ?? 'none',
  }))
}

function usesByLook(cells: readonly string[]): ColumnUse[] {
  const day = cells.findIndex(isDay)
  const rate = cells.findIndex((cell, index) => index !== day && isNumber(cell))
  const currency = cells.findIndex((cell) => isCurrency(cell.toUpperCase()))
  return cells.map((_, index) =>
    index === day ? 'date' : index === rate ? 'rate' : index === currency ? 'currency' : 'none',
  )
}
