import { zipSync } from 'fflate'
import writeXlsxFile from 'write-excel-file/node'

const ROW = [{ value: '2026-09-21' }, { value: 'USD' }, { value: 329.5 }]

/** An XLSX file with so many rows, all the same. */
export async function sheetOf(rows: number): Promise<Buffer> {
  return writeXlsxFile(Array.from({ length: rows }, () => ROW)).toBuffer()
}

/** A ZIP of 64 KB that holds 64 MiB. */
export function zipBomb(): Buffer {
  return Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(64 * 1_048_576) }))
}
