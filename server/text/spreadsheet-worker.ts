import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { calendarDateOf, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Spreadsheet, SpreadsheetColumn } from './spreadsheet.ts'

/** A spreadsheet takes 1900 for a leap year (ECMA-376 part 1, 18.17.4.1). */
const DAY_61 = calendarDateOf('1900-03-01')

const NUMBER_FORMATS = { day: 'yyyy-mm-dd', rate: '0.0000', count: '0' } as const

const { name, columns, rows } = workerData as Spreadsheet
const headings = columns.map(({ heading }) => ({
  type: String,
  value: heading,
  fontWeight: 'bold' as const,
}))
const file = await writeXlsxFile(
  [headings, ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? null)))],
  { sheet: sheetName(name), columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 },
).toBuffer()
parentPort?.postMessage(file)

/** Excel refuses these characters, and names longer than 31. */
function sheetName(text: string): string {
  return text
    .replace(/[[\]\\/:*?]/g, ' ')
    .slice(0, 31)
    .trim()
}

function cellOf(
  { type }: SpreadsheetColumn,
  value: string | number | null,
): SheetData[number][number] {
  if (value === null) return null
  if (type === 'text') return { type: String, value: String(value) }
  const number = type === 'day' ? 61 + daysBetween(DAY_61, value as CalendarDate) : Number(value)
  return { type: Number, value: number, format: NUMBER_FORMATS[type] }
}
