import Papa from 'papaparse'
import { GRID_LIMITS } from '../../domain/imports/table.ts'
import { readWorkbook, tidy, UnreadableFile, type ReadFile } from './workbook.ts'

const begins = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

/** The user's choice of a workbook's sheet or of a text's separator. */
export interface FileChoice {
  readonly sheet?: number
  readonly delimiter?: string
}

/**
 * Reads a text, or a sheet of a workbook, by default the first visible one with numbers. Throws an
 * `UnreadableFile`.
 */
export function readFile(bytes: Uint8Array, { sheet, delimiter }: FileChoice = {}): ReadFile {
  if (begins(bytes, [0x50, 0x4b, 3, 4])) return readWorkbook(bytes, sheet)
  // .xls, and .xlsx with a password (MS-CFB, 2.2).
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableFile(
      new TextDecoder('latin1').decode(bytes).includes('E\0n\0c\0r\0y\0p\0t\0e\0d\0P')
        ? 'encrypted'
        : 'old format',
    )
  return { ...readText(decodeText(bytes), delimiter), sheets: [], sheet: 0 }
}

function decodeText(bytes: Uint8Array): string {
  if (begins(bytes, [0xff, 0xfe]) || (bytes[1] === 0 && bytes[0] !== 0))
    return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, [0xfe, 0xff]) || (bytes[0] === 0 && bytes[1] !== 0))
    return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const LEADING_DAY =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[ -][a-z]+\.?,?[ -]\d{4}|[a-z]+\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}),?(?: [-–:])? (.+)$/i

function readText(text: string, chosen?: string): Pick<ReadFile, 'grid' | 'delimiters'> {
  const block = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '\n')
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(block)) throw new UnreadableFile('web page')
  if (block.includes('\0')) throw new UnreadableFile('unreadable')
  const delimiters = findDelimiters(block)
  const delimiter = chosen ?? delimiters[0] ?? ','
  const { data, errors } = Papa.parse<string[]>(block, { delimiter })
  if (errors.some(({ type }) => type === 'Quotes')) throw new UnreadableFile('quotes')
  const rows = data.map((row) => row.map(tidy))
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop()
  if (rows.length === 0) throw new UnreadableFile('empty')
  const isTooLarge =
    rows.length > GRID_LIMITS.rows || rows.some((row) => row.length > GRID_LIMITS.columns)
  if (isTooLarge) throw new UnreadableFile('too far')
  if (rows.some((row) => row.length > 1)) return { grid: { rows, delimiter }, delimiters }
  const split = rows.map(([line = '']) => LEADING_DAY.exec(line)?.slice(1) ?? [line])
  return { grid: { rows: split, delimiter: '\t' }, delimiters }
}

/**
 * Returns the marks that split the text into columns, the likeliest first: it gives the largest
 * share of rows one number of cells. Of equal ones, the mark that is rarer in prose and figures wins.
 */
function findDelimiters(block: string): string[] {
  const beginning = block.slice(0, 20_000)
  return ['\t', '|', ';', ',']
    .flatMap((mark) => {
      if (!beginning.includes(mark)) return []
      const { data } = Papa.parse<string[]>(beginning, { delimiter: mark, preview: 60 })
      const widths = new Map<number, number>()
      for (const { length } of data)
        if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
      const rows = data.filter((row) => row.some((cell) => cell.trim() !== '')).length
      return widths.size === 0 ? [] : { mark, share: Math.max(...widths.values()) / rows }
    })
    .sort((one, other) => other.share - one.share)
    .map(({ mark }) => mark)
}

interface WorkerScope {
  onmessage: (event: { readonly data: { bytes: Uint8Array; choice: FileChoice } }) => void
  postMessage: (message: object) => void
}

const scope = globalThis as unknown as WorkerScope
scope.onmessage = ({ data: { bytes, choice } }) => {
  try {
    scope.postMessage({ file: readFile(bytes, choice) })
  } catch (error) {
    scope.postMessage({ reason: error instanceof UnreadableFile ? error.reason : 'unreadable' })
  }
}
