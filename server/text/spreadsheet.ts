import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { formatRate, fromWire, toWire } from '../../domain/money.ts'

export interface Spreadsheet {
  readonly name: string
  /** A line above the headings. */
  readonly note?: string
  /** A second worksheet. */
  readonly next?: Spreadsheet
  readonly columns: readonly SpreadsheetColumn[]
  /** Text, an ISO day, a number for a rate or count, or null. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export interface SpreadsheetColumn {
  readonly heading: string
  /** In characters. */
  readonly width: number
  readonly type: 'text' | 'day' | 'rate' | 'money' | 'count'
}

const TIMEOUT_MS = 30_000

/**
 * In a thread, because 30 years take half a second. Throws after 30 s, and if the thread ends
 * without a file.
 */
export async function writeSpreadsheet(
  sheet: Spreadsheet,
  file = new URL('./spreadsheet-worker.ts', import.meta.url),
): Promise<Buffer> {
  const worker = new Worker(file, { workerData: sheet })
  // After the 30 s nothing else listens, so an error would end the process.
  worker.on('error', () => undefined)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const [bytes] = (await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`The thread that writes a spreadsheet ended with ${code}`)
      }),
    ])) as [Uint8Array]
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}

/** Rates with 4 decimals, money with 2. */
export function spreadsheetCsv({ note, columns, rows }: Spreadsheet): string {
  const lines = rows.map((row) =>
    row.map((cell, at) => {
      const type = columns[at]?.type
      if (typeof cell !== 'number') return cell
      return type === 'rate' ? rateText(cell) : type === 'money' ? cell.toFixed(2) : cell
    }),
  )
  const head = [...(note === undefined ? [] : [[note]]), columns.map(({ heading }) => heading)]
  return [...head, ...lines].map(csvLine).join('')
}

/** A low rate of one unit has more than four decimals. */
const rateText = (rupees: number) =>
  toWire(fromWire(rupees)) === rupees ? formatRate(fromWire(rupees)) : rupees.toFixed(7)

/** RFC 4180. A possible formula gets an apostrophe in front (OWASP, CSV Injection). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return text === '' || /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
