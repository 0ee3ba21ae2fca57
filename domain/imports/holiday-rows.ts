import { MAX_HOLIDAY_NAME } from '../bank-holiday.ts'
import { weekdayName, type CalendarDate } from '../calendar-date.ts'
import { readDay, type DateOrder, type DayText } from '../day-text.ts'
import { dayError } from '../import-rows.ts'
import { inputError } from '../input-error.ts'
import { readTable, TABLE_LIMITS, TableError, type TableRow } from '../pasted-table.ts'

/** A row of a list of bank holidays. Without errors the day is there. */
export interface ReadHoliday {
  readonly line: number
  readonly given: string
  readonly date: CalendarDate | null
  /** Null where there is none. */
  readonly name: string | null
  /** The day could be two days; a user has to say which part comes first. */
  readonly ambiguous: boolean
  /** What is wrong, in sentences for a user. */
  readonly errors: readonly string[]
}

/** Cells that a published list has beside date and name. */
const RUNNING_NUMBER = /^\d{1,3}[.)]?$/
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i
const HEADING = /^(?:date|day)$/i
/** A date at the beginning of a line whose cells nothing parts. */
const LEADING_DAY =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[ -][a-z]+\.?,?[ -]\d{4}|[a-z]+\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}),?(?: [-–:])? (.+)$/i

/**
 * Reads a pasted list of bank holidays: a date in one cell, its name in the others. Headings,
 * weekdays and running numbers are left out. Throws a TableError beyond `TABLE_LIMITS`.
 */
export function readHolidayRows(text: string, order?: DateOrder): ReadHoliday[] {
  const rows: ReadHoliday[] = []
  let first = true
  for (const row of readTable(text, { keepLong: true })) {
    const isHeading = first && row.cells.some((cell) => HEADING.test(cell))
    first = false
    if (isHeading) continue
    if (rows.length === TABLE_LIMITS.rows) throw new TableError('rows', row.line)
    rows.push(readRow(row, order))
  }
  return rows
}

function readRow({ line, cells }: TableRow, order: DateOrder | undefined): ReadHoliday {
  const found = dateAndName(cells.filter((cell) => cell !== '' && !isAside(cell)))
  const day = readDay(found.date, order)
  const errors: string[] = []
  if ('error' in day) errors.push(dayError(found.date.slice(0, TABLE_LIMITS.characters), day.error))
  const other = 'date' in day && cells.find((cell) => isOtherWeekday(cell, day.date))
  if (other) errors.push(inputError('row other weekday', day.date, other))
  if (found.name.length > MAX_HOLIDAY_NAME)
    errors.push(inputError('holiday name too long', String(MAX_HOLIDAY_NAME)))
  return {
    line,
    given: cells.join(' ').slice(0, 200),
    date: 'date' in day ? day.date : null,
    name: found.name === '' ? null : found.name,
    ambiguous: 'error' in day && day.error === 'ambiguous',
    errors,
  }
}

const isAside = (cell: string) => RUNNING_NUMBER.test(cell) || WEEKDAY.test(cell)

/** Whether a text is the name of a weekday, but not of this day's. */
export function isOtherWeekday(text: string, date: CalendarDate): boolean {
  const begins = text.toLowerCase().startsWith(weekdayName(date).toLowerCase())
  return WEEKDAY.test(text) && !begins
}

function dateAndName(cells: readonly string[]): { date: string; name: string } {
  const at = cells.findIndex((cell) => isDay(readDay(cell)))
  if (at >= 0)
    return { date: cells[at] ?? '', name: cells.filter((_, index) => index !== at).join(', ') }
  const [, date, name] = LEADING_DAY.exec(cells.join(' ')) ?? []
  if (date !== undefined && name !== undefined) return { date, name: name.trim() }
  return { date: cells[0] ?? '', name: cells.slice(1).join(', ') }
}

/** Whether a text has the form of a day, if only of one that could be two or does not exist. */
function isDay(day: DayText): boolean {
  return 'date' in day || day.error !== 'not a day'
}
