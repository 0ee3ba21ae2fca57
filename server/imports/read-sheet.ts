import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { ApiError, invalid } from '../errors.ts'
import { importsText, rateImportText } from '../text/en/imports.ts'

/** What the worker is given: a file and the number of one of its sheets, from 1. */
export interface SheetQuery {
  readonly file: ArrayBuffer
  readonly sheet: number | undefined
}

/** A sheet's rows as `tableText` writes them, its number, and the names of all sheets. */
interface SheetText {
  readonly text: string
  readonly sheets: string[]
  readonly sheet: number
}

/** What the worker gives. */
export type SheetResult = SheetText | { readonly error: SheetError }
type SheetError = 'unreadable' | 'no such sheet' | 'too many rows' | 'too large'

const TIMEOUT_MS = 30_000
/** A sheet of the largest size takes 100 MB while it is read. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
/** Every file of this kind begins so: .xls, and .xlsx with a password (MS-CFB, 2.2). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')

const oneAtATime = pLimit(1)

/**
 * The rows of a sheet of an XLSX file as text, by its number or the first that holds rates, read in a thread of its own: other
 * requests go on, and what takes too much memory or time is ended. Throws 400 for what is no such file, for a number that no
 * sheet has and for too many rows, 413 for what is too large unpacked.
 */
export async function readSheetText(file: ArrayBuffer, sheet?: number): Promise<SheetText> {
  const bytes = Buffer.from(file)
  if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE))
    throw refused(bytes.includes(ENCRYPTED_PART) ? rateImportText.encryptedSheet : rateImportText.oldSheet)
  const result = await oneAtATime(() => readInWorker({ file, sheet }))
  if ('text' in result) return result
  if (result.error === 'no such sheet') throw invalid({ sheet: [rateImportText.noSuchSheet] })
  if (result.error === 'unreadable') throw refused(rateImportText.unreadableSheet)
  if (result.error === 'too many rows') throw refused(importsText.tooManyRows())
  throw new ApiError('too_large', rateImportText.sheetTooLarge)
}

const refused = (sentence: string) => invalid({ file: [sentence] })

function readInWorker(query: SheetQuery): Promise<SheetResult> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: query,
    transferList: [query.file],
    resourceLimits: MEMORY,
  })
  return new Promise<SheetResult>((resolve) => {
    const timer = setTimeout(() => resolve({ error: 'too large' }), TIMEOUT_MS)
    worker.once('message', resolve)
    // It has used up its memory.
    worker.once('error', () => resolve({ error: 'too large' }))
    worker.once('exit', () => {
      clearTimeout(timer)
      // One that ends without a word must not keep the files after it waiting.
      resolve({ error: 'unreadable' })
    })
  }).finally(() => worker.terminate())
}
