import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { TABLE_LIMITS, tableText, type SheetCell } from '../../domain/pasted-table.ts'
import type { SheetResult } from './read-sheet.ts'

/** Bytes of all parts of a sheet together; 10,000 rows take 2 MB. */
const MAX_UNPACKED = 16 * 1_048_576
/** Characters that the import takes. */
const MAX_TEXT = 1_000_000

parentPort?.postMessage(await read(workerData as ArrayBuffer))

async function read(file: ArrayBuffer): Promise<SheetResult> {
  try {
    if (unpackedSize(file) > MAX_UNPACKED) return { error: 'too large' }
    // The library's types say `typeof Date` for what is a `Date`.
    const rows = (await readSheet(file)) as SheetCell[][]
    const filled = rows.filter((cells) => cells.some((cell) => cell !== null && cell !== ''))
    // One more is the heading.
    if (filled.length > TABLE_LIMITS.rows + 1) return { error: 'too many rows' }
    const text = tableText(filled)
    return text.length > MAX_TEXT ? { error: 'too large' } : { text }
  } catch {
    return { error: 'unreadable' }
  }
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
