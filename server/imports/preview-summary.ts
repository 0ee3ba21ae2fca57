import type { ResponseBody } from '../../contract/endpoint.ts'
import type { PreviewBody } from '../../contract/imports/import-body.ts'
import type { previewImport } from '../../contract/imports/imports.ts'
import type { ReadImport } from '../../domain/import-rows.ts'
import type { ColumnUse } from '../../domain/imports/column-use.ts'
import { isDay, isNumber } from '../../domain/imports/cell-looks.ts'
import { isOfTurned } from '../../domain/imports/table-shape.ts'
import { isCurrency } from '../../domain/currency.ts'
import { unusedSentence } from './rate-rows.ts'
import { isImportable, type CheckedRows } from './row-kind.ts'

type Preview = ResponseBody<typeof previewImport>['data']
type Table = NonNullable<Preview['table']>

/** How many of the rows that are no rates a preview shows. */
const MAX_SKIPPED = 20

/** What a preview says besides its rows; of the table only where it is requested. */
export function previewSummary(
  checked: CheckedRows,
  { leave_out, ...more }: PreviewBody,
): Omit<Preview, 'rows'> {
  const { rows, read, publisher, missing } = checked
  const counts = Map.groupBy(rows, ({ verdict }) => verdict)
  return {
    counts: Object.fromEntries([...counts].map(([verdict, each]) => [verdict, each.length])),
    importable: isImportable(checked, leave_out),
    ...(read && read.asked.length > 0 && { question: { headings: [...read.asked] } }),
    ...(publisher && { publisher }),
    ...(read && 'with_table' in more && more.with_table && { table: tableSummary(read) }),
    ...(missing && { missing: [...missing] }),
  }
}

export function tableSummary(read: ReadImport): Table {
  const { skipped, order, rows, unused } = read
  return {
    columns: columnsOf(read),
    unused: unused.map((each) => ({ heading: each.heading, sentence: unusedSentence(each) })),
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

/**
 * The columns as they were read, none of a table that was turned over; where each row was read by
 * its looks, as the first one with a rate looks.
 */
function columnsOf({ table, layout }: ReadImport): Table['columns'] {
  if (isOfTurned(table[layout.heading])) return []
  const [headings, sample] = [
    table[layout.heading]?.cells ?? [],
    table[layout.firstData]?.cells ?? [],
  ]
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
