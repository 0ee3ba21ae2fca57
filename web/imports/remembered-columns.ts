import { columnUses, isReadable, type ColumnUse } from '../../domain/imports/column-use.ts'
import { headingsOf, HEADING_ROWS, layoutOf } from '../../domain/imports/table-layout.ts'
import { store, stored } from '../storage.ts'
import { readTable, type TableRow } from '../../domain/pasted-table.ts'

const KEY = 'import_columns'
/** Sheets whose columns are remembered, the newest first. */
const MAX_REMEMBERED = 20

type Remembered = readonly (readonly [headings: string, uses: readonly ColumnUse[]])[]

/**
 * What the columns under the headings of a table hold, as the user of this browser said last time;
 * undefined for unknown ones.
 */
export function rememberedColumns(text: string): ColumnUse[] | undefined {
  const headings = headingsIn(text)
  const uses = read().find(([known]) => known === headings)?.[1]
  return headings !== '' && uses ? [...uses] : undefined
}

/**
 * Keeps what the columns hold, for the next table with the same headings. Without headings nothing
 * is kept.
 */
export function rememberColumns(text: string, uses: readonly ColumnUse[]): void {
  const headings = headingsIn(text)
  if (headings === '') return
  const others = read().filter(([known]) => known !== headings)
  // Without storage the columns are chosen each time.
  store('localStorage', KEY, JSON.stringify([[headings, uses], ...others].slice(0, MAX_REMEMBERED)))
}

function headingsIn(text: string): string {
  const table: TableRow[] = []
  try {
    for (const row of readTable(text, { keepLong: true })) if (table.push(row) > HEADING_ROWS) break
  } catch {
    // A table beyond the limits is refused by the server, with the reason.
    return ''
  }
  return headingsOf(table, layoutOf(table, {})).join('\t')
}

function read(): Remembered {
  try {
    const kept = JSON.parse(stored('localStorage', KEY) ?? '[]') as Remembered
    return kept.filter(
      ([, uses]) => uses.every((use) => columnUses().includes(use)) && isReadable(uses),
    )
  } catch {
    return []
  }
}
