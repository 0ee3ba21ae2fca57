import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ApiError, invalid } from '../errors.ts'
import { SharedQueue } from '../http/limits.ts'
import type { SheetLimit } from './sheet-limits.ts'
import { TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { t } from '../../text/sentences.ts'

/** A sheet's rows as `tableText` writes them, its number, and the names of all sheets. */
interface SheetText {
  readonly text: string
  readonly sheets: string[]
  readonly sheet: number
}

/** What the process gives. */
export type SheetResult = SheetText | { readonly error: SheetError }
type SheetError = 'unreadable' | 'no such sheet' | 'too many rows' | 'no time' | SheetLimit

/** For a busy machine: seconds of the processor are limited below. */
const TIMEOUT_MS = 10_000
/** Below the server itself, and still a quarter of a processor that others want as well. */
const NICE = 5
/**
 * Seconds of a processor (ten thousand rows take less than one), KiB of writable memory (mostly
 * reserved by Node), no core dump.
 */
const LIMITS = ['ulimit -c 0', 'ulimit -t 3', 'ulimit -d 800000']
  .map((limit) => `${limit} 2>/dev/null; `)
  .join('')
const NODE_OPTIONS = ['--max-old-space-size=192', '--permission', '--allow-fs-read=*']
const PROCESS = fileURLToPath(new URL('./sheet-process.ts', import.meta.url))
/** Files that are read at once, and that one user and all may have under way. */
const QUEUE = { atOnce: 2, toOne: 2, inAll: 20 }
/** Every file of this kind begins so: .xls, and .xlsx with a password (MS-CFB, 2.2). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** XLSX, and others that are packed. */
const ZIP = Buffer.from('PK\x03\x04')
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')

/** Whether a file is of a kind that spreadsheets have, whatever it is called. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return [ZIP, COMPOUND_FILE].some((mark) => mark.every((byte, at) => bytes[at] === byte))
}

/** Reads sheets of XLSX files, each in a process of its own, so that at worst one upload fails. */
export class SheetReader {
  readonly #end = new AbortController()
  readonly #inTurn = new SharedQueue(QUEUE, () => t.rateImportText.tooManyFiles)
  readonly #timeout: number

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeout = timeoutMs
  }

  /**
   * The rows of a sheet as text, by number or the first that holds rates. Throws 400 for other
   * files, unknown numbers and cells beyond an import's limits, 413 beyond memory or time, 503
   * where too many files wait.
   */
  async read(user: number, file: Uint8Array, sheet?: number): Promise<SheetText> {
    const bytes = Buffer.from(file)
    if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE))
      throw refused(
        bytes.includes(ENCRYPTED_PART)
          ? t.rateImportText.encryptedSheet
          : t.rateImportText.oldSheet,
      )
    const result = await this.#inTurn.run({ name: String(user) }, () =>
      this.#readInProcess(bytes, sheet),
    )
    if ('text' in result) return result
    if (result.error === 'no such sheet') throw invalid({ sheet: [t.rateImportText.noSuchSheet] })
    if (result.error === 'unreadable') throw refused(t.rateImportText.unreadableSheet)
    if (result.error === 'too many rows')
      throw refused(t.importsText.tooManyRows({ rows: TABLE_LIMITS.rows }))
    if (result.error === 'too far') throw refused(t.rateImportText.cellTooFar)
    if (result.error === 'no time')
      throw new ApiError('unavailable', t.httpText.busy, { retryAfter: 2 })
    throw new ApiError('too_large', t.rateImportText.sheetTooLarge)
  }

  /** Ends what is being read, and what would be. */
  close(): void {
    this.#end.abort()
  }

  /** A process that does not end by itself has used up what it may take. */
  async #readInProcess(file: Buffer, sheet: number | undefined): Promise<SheetResult> {
    const { signal } = this.#end
    if (signal.aborted) return { error: 'no time' }
    const args = [...NODE_OPTIONS, PROCESS, ...(sheet === undefined ? [] : [String(sheet)])]
    const child = spawn(
      'sh',
      ['-c', `${LIMITS}exec nice -n ${NICE} "$0" "$@"`, process.execPath, ...args],
      {
        env: {},
        stdio: ['pipe', 'pipe', 'ignore'],
        signal,
        killSignal: 'SIGKILL',
        timeout: this.#timeout,
      },
    )
    child.on('error', () => undefined)
    // It may end before it has taken all.
    child.stdin.on('error', () => undefined).end(file)
    const closed = once(child, 'close').catch(() => undefined) // it was ended, or never began
    const [result] = await Promise.all([text(child.stdout), closed])
    if (child.exitCode === 0) return JSON.parse(result) as SheetResult
    return { error: child.killed ? 'no time' : 'too large' }
  }
}

const refused = (sentence: string) => invalid({ file: [sentence] })
