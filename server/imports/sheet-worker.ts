import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { cellText, MAX_SHEETS, TABLE_LIMITS, tableText, type SheetCell } from '../../domain/pasted-table.ts'
import { holdsRate } from '../../domain/imports/table-layout.ts'
import type { SheetQuery, SheetResult } from './read-sheet.ts'

/** Bytes of all parts of a file together; 10,000 rows take 2 MB. */
const MAX_UNPACKED = 16 * 1_048_576
/** Characters that the import takes. */
const MAX_TEXT = 1_000_000
/** Rows of a sheet that are looked at to see whether it holds rates. */
const SAMPLE_ROWS = 200

parentPort?.postMessage(await read(workerData as SheetQuery))

async function read({ file, sheet: chosen }: SheetQuery): Promise<SheetResult> {
  try {
    if (unpackedSize(file) > MAX_UNPACKED) return { error: 'too large' }
    const workbook = await readWorkbook(file)
    const sheets = workbook.slice(0, MAX_SHEETS)
    const filled = sheets.map(({ data }) =>
      // The library's types say `typeof Date` for what is a `Date`.
      (data as SheetCell[][]).filter((cells) => cells.some((cell) => cell !== null && cell !== '')),
    )
    const index = chosen === undefined ? Math.max(0, filled.findIndex(looksLikeRates)) : chosen - 1
    const rows = filled[index]
    if (!rows) return { error: 'no such sheet' }
    // One more is the heading.
    if (rows.length > TABLE_LIMITS.rows + 1) return { error: 'too many rows' }
    const text = tableText(rows)
    if (text.length > MAX_TEXT) return { error: 'too large' }
    return { text, sheets: sheets.map(({ sheet }) => sheet), sheet: index + 1 }
  } catch {
    return { error: 'unreadable' }
  }
}

function looksLikeRates(rows: readonly (readonly SheetCell[])[]): boolean {
  return rows.slice(0, SAMPLE_ROWS).some((cells) => {
    const texts = cells.slice(0, TABLE_LIMITS.cells).map(cellText)
    return holdsRate(texts.map((text) => text.slice(0, TABLE_LIMITS.characters)))
  })
}

/** As the directory says: the library that unpacks takes no more room for a part, whatever comes out of it. */
function unpackedSize(file: ArrayBuffer): number {
  let total = 0
  unzipSync(new Uint8Array(file), {
    filter: ({ originalSize }) => {
      total += originalSize
      return false
    },
  })
  return total
}
