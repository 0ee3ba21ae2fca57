// Run by read-sheet.ts: an XLSX file on standard input, a `SheetResult` as JSON on standard output.
import { buffer } from 'node:stream/consumers'
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import {
  cellText,
  MAX_SHEETS,
  TABLE_LIMITS,
  tableText,
  type SheetCell,
} from '../../domain/pasted-table.ts'
import { holdsRate } from '../../domain/imports/cell-looks.ts'
import { wordsOfTitle } from '../../domain/imports/rate-words.ts'
import { beyondLimits, MAX_TEXT } from './sheet-limits.ts'
import { prepareWorkbook } from './workbook-part.ts'
import type { SheetResult } from './read-sheet.ts'

/** Bytes of all parts of a file together; 10,000 rows take 2 MB. */
const MAX_UNPACKED = 16 * 1_048_576
const XML_PART = /\.(?:xml|rels)$/i
/** Rows of a sheet that are looked at to see whether it holds rates. */
const SAMPLE_ROWS = 200

const [given] = process.argv.slice(2)
const result = await read(
  await buffer(process.stdin),
  given === undefined ? undefined : Number(given),
)
process.stdout.write(JSON.stringify(result))

async function read(file: Uint8Array, chosen: number | undefined): Promise<SheetResult> {
  try {
    if (unpackedSize(file) > MAX_UNPACKED) return { error: 'too large' }
    const parts = unzipSync(file, { filter: ({ name }) => XML_PART.test(name) })
    const limit = beyondLimits(parts)
    if (limit) return { error: limit }
    const hidden = prepareWorkbook(parts)
    const workbook = await readWorkbook(new Blob([onlyStored(parts)]))
    const [shown, others] = [false, true].map((isHidden) =>
      workbook.filter((_, at) => (hidden[at] ?? false) === isHidden),
    )
    const sheets = [...(shown ?? []), ...(others ?? [])].slice(0, MAX_SHEETS)
    const filled = sheets.map(({ data }) =>
      // The library's types say `typeof Date` for what is a `Date`.
      (data as SheetCell[][]).filter((cells) => cells.some((cell) => cell !== null && cell !== '')),
    )
    const visible = filled.slice(0, shown?.length)
    const index = chosen === undefined ? Math.max(0, visible.findIndex(looksLikeRates)) : chosen - 1
    const rows = filled[index]
    if (!rows) return { error: 'no such sheet' }
    // One more is the heading.
    if (rows.length > TABLE_LIMITS.rows + 1) return { error: 'too many rows' }
    const name = sheets[index]?.sheet ?? ''
    const text = tableText(saysOfRates(name) ? [[name], ...rows] : rows)
    if (text.length > MAX_TEXT) return { error: 'too large' }
    return { text, sheets: sheets.map(({ sheet }) => sheet), sheet: index + 1 }
  } catch {
    return { error: 'unreadable' }
  }
}

/** Whether the name of a sheet says what its rates are, as a title would. */
function saysOfRates(name: string): boolean {
  const { side, isTransfer, kind, otherFigure, foreign } = wordsOfTitle(name)
  return side !== null || isTransfer || kind !== null || otherFigure !== null || foreign > 0
}

/** The library reads what was looked at and no more, and needs no thread to unpack it. */
function onlyStored(parts: Record<string, Uint8Array>) {
  return new Uint8Array(zipSync(parts, { level: 0 }))
}

function looksLikeRates(rows: readonly (readonly SheetCell[])[]): boolean {
  return rows.slice(0, SAMPLE_ROWS).some((cells) => {
    const texts = cells.slice(0, TABLE_LIMITS.cells).map(cellText)
    return holdsRate(texts.map((text) => text.slice(0, TABLE_LIMITS.characters)))
  })
}

/**
 * As the directory says: the library that unpacks takes no more room for a part, whatever comes out
 * of it.
 */
function unpackedSize(file: Uint8Array): number {
  let total = 0
  unzipSync(file, {
    filter: ({ originalSize }) => {
      total += originalSize
      return false
    },
  })
  return total
}
