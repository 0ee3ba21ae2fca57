import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { calendarDateOf, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Spreadsheet, SpreadsheetColumn } from './spreadsheet.ts'

/** A spreadsheet takes 1900 for a leap year (ECMA-376 part 1, 18.17.4.1). */
const DAY_61 = calendarDateOf('1900-03-01')

const NUMBER_FORMATS = { day: 'yyyy-mm-dd', rate: '0.0000', money: '#,##0.00', count: '0' } as const

const first = workerData as Spreadsheet
const sheets = first.next ? [first, first.next] : [first]
parentPort?.postMessage(await writeXlsxFile(sheets.map(worksheet)).toBuffer())

function worksheet({ name, note, columns, rows }: Spreadsheet) {
  const headings = columns.map(({ heading }) => ({
    type: String,
    value: heading,
    fontWeight: 'bold' as const,
  }))
  const head = [...(note === undefined ? [] : [[{ type: String, value: note }]]), headings]
  return {
    data: [
      ...head,
      ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? null))),
    ],
    sheet: sheetName(name),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: head.length,
  }
}

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
