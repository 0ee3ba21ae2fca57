import { CSV_TYPE, XLSX_TYPE } from '../../contract/endpoint.ts'
import { IMPORT_BYTES } from '../../domain/pasted-table.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { IMPORT_TIMEOUT_MS } from './use-import.ts'

/**
 * A spreadsheet that was read, the names of its sheets, and the number of the one whose rows are
 * shown.
 */
export interface Workbook {
  readonly file: File
  readonly sheets: readonly string[]
  readonly sheet: number
}

/** A file that is none of ours; its message is for a user. */
export class UnreadableFile extends Error {}

/** A file's rows as text, with which sheet they are of. */
type FileRows = { readonly text: string } & Omit<Workbook, 'file'>

/** The rows of a file, which the server reads. Throws an `UnreadableFile` or an `ApiError`. */
export async function rowsOf(file: File, sheet: number | undefined): Promise<FileRows> {
  const most = IMPORT_BYTES.sheet
  if (file.size > most)
    throw new UnreadableFile(t.import.tooLarge({ file: file.name, mebibytes: most / 1_048_576 }))
  // Its bytes: in which encoding a text is, browsers tell differently.
  const type = /\.xlsx?$/i.test(file.name) ? XLSX_TYPE : CSV_TYPE
  const query = sheet === undefined ? {} : { sheet: String(sheet) }
  const { data } = await call(
    'POST /api/exchange-rate/import/sheet',
    { body: new File([file], file.name, { type }), query },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  )
  return data
}
