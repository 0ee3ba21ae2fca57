import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A sheet of a workbook with a heading for each column. */
export interface Spreadsheet {
  readonly name: string
  readonly columns: readonly SpreadsheetColumn[]
  /** A cell for each column: text; an ISO day; a number for a rate or a count; null for nothing. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export interface SpreadsheetColumn {
  readonly heading: string
  /** In characters. */
  readonly width: number
  readonly type: 'text' | 'day' | 'rate' | 'count'
}

const TIMEOUT_MS = 30_000

/**
 * An XLSX file in which days are days and rates are numbers, so that a sheet can calculate with them; written in a thread of its own,
 * since 30 years would hold up other requests for half a second. Throws where it takes longer than 30 s.
 */
export async function writeSpreadsheet(sheet: Spreadsheet): Promise<Buffer> {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), { workerData: sheet })
  try {
    const [file] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [
      Uint8Array,
    ]
    return Buffer.from(file)
  } finally {
    await worker.terminate()
  }
}
