import Papa from 'papaparse'
import { GRID_LIMITS, type Grid } from '../../domain/imports/table.ts'
import { readWorkbook, tidy, UnreadableFile, type ReadFile } from './workbook.ts'

const begins = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

/**
 * Reads a text, or a sheet of a workbook, by default the first visible one with numbers. Throws an
 * `UnreadableFile`.
 */
export function readFile(bytes: Uint8Array, sheet?: number): ReadFile {
  if (begins(bytes, [0x50, 0x4b, 3, 4])) return readWorkbook(bytes, sheet)
  // .xls, and .xlsx with a password (MS-CFB, 2.2).
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableFile(
      new TextDecoder('latin1').decode(bytes).includes('E\0n\0c\0r\0y\0p\0t\0e\0d\0P')
        ? 'encrypted'
        : 'old format',
    )
  return { grid: readText(decodeText(bytes)), sheets: [], sheet: 0 }
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

function readText(text: string): Grid {
  const block = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '\n')
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(block)) throw new UnreadableFile('web page')
  if (block.includes('\0')) throw new UnreadableFile('unreadable')
  const delimiter = delimiterOf(block)
  const { data, errors } = Papa.parse<string[]>(block, { delimiter })
  if (errors.some(({ type }) => type === 'Quotes')) throw new UnreadableFile('quotes')
  const rows = data.map((row) => row.map(tidy))
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop()
  if (rows.length === 0) throw new UnreadableFile('empty')
  const isTooLarge =
    rows.length > GRID_LIMITS.rows || rows.some((row) => row.length > GRID_LIMITS.columns)
  if (isTooLarge) throw new UnreadableFile('too far')
  if (rows.some((row) => row.length > 1)) return { rows, delimiter }
  const split = rows.map(([line = '']) => LEADING_DAY.exec(line)?.slice(1) ?? [line])
  return { rows: split, delimiter: '\t' }
}

/** Commas also stand in titles and figures, so another character needs half as many lines. */
function delimiterOf(block: string): string {
  const lines = block.slice(0, 20_000).split(/[\r\n]+/, 40)
  const counts = ['\t', '|', ';', ','].map((mark) => ({
    mark,
    lines: lines.filter((line) => line.includes(mark)).length,
  }))
  const most = Math.max(...counts.map((each) => each.lines))
  return counts.find((each) => each.lines * 2 > most)?.mark ?? ','
}

interface WorkerScope {
  onmessage: (event: { readonly data: { bytes: Uint8Array; sheet?: number } }) => void
  postMessage: (message: object) => void
}

const scope = globalThis as unknown as WorkerScope
scope.onmessage = ({ data: { bytes, sheet } }) => {
  try {
    scope.postMessage({ file: readFile(bytes, sheet) })
  } catch (error) {
    scope.postMessage({ reason: error instanceof UnreadableFile ? error.reason : 'unreadable' })
  }
}
