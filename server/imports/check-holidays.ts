import type { HolidayImport, HolidayRow } from '../../contract/schema/calendar.schema.ts'
import type { BankHoliday } from '../../domain/bank-holiday.ts'
import { calendarDateOf, isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { readHolidayRows, type ReadHoliday } from '../../domain/holiday-rows.ts'
import { inputErrorSentence } from '../../text/en/input-errors.ts'
import { invalid } from '../errors.ts'
import { isBlocking, isChange, refuseTable } from './batches.ts'
import { holidayImportText, importsText } from '../text/en/imports.ts'

/** What rows are held against. */
export interface HolidayState {
  readonly today: CalendarDate
  readonly entered: ReadonlyMap<CalendarDate, BankHoliday>
  /** Whether the Central Bank has published a rate of a day. */
  readonly isPublished: (date: CalendarDate) => boolean
}

const FIRST_DAY = calendarDateOf('2000-01-01')

/** A status for each row of a list. Throws 400 for one without rows, or beyond `TABLE_LIMITS`. */
export function checkHolidays(given: HolidayImport, state: HolidayState): HolidayRow[] {
  const rows = readRows(given)
  if (rows.length === 0) throw invalid({ text: [importsText.noRows] })
  const seen = new Map<CalendarDate, ReadHoliday>()
  return rows.map((row) => {
    const before = row.date === null ? undefined : seen.get(row.date)
    if (row.date !== null && !before) seen.set(row.date, row)
    const { verdict, sentence } = checkRow(row, before, given, state)
    const old = row.date === null ? undefined : state.entered.get(row.date)
    return {
      ...{ line: row.line, given: row.given, date: row.date, name: row.name },
      ...{ verdict, sentence, replaces: old?.name ?? null },
    }
  })
}

/** Whether the import may happen: nothing stands against it, and it changes something. */
export function isImportable(rows: readonly HolidayRow[]): boolean {
  return rows.some(isChange) && !rows.some(isBlocking)
}

function readRows({ text, date_order }: HolidayImport): ReadHoliday[] {
  try {
    return readHolidayRows(text, date_order)
  } catch (error) {
    return refuseTable(error, holidayImportText.beyondLimit)
  }
}

type Checked = Pick<HolidayRow, 'verdict' | 'sentence'>

function checkRow(
  row: ReadHoliday,
  before: ReadHoliday | undefined,
  given: HolidayImport,
  state: HolidayState,
): Checked {
  const { date, name } = row
  const errors = row.errors.map(inputErrorSentence)
  if (row.ambiguous && errors.length === 1) return { verdict: 'ambiguous', sentence: errors.join(' ') }
  if (errors.length > 0 || date === null) return { verdict: 'wrong', sentence: errors.join(' ') }
  const lastDay = calendarDateOf(`${Number(state.today.slice(0, 4)) + 2}-12-31`)
  if (date < FIRST_DAY || date > lastDay)
    return {
      verdict: 'outside window',
      sentence: holidayImportText.outside(FIRST_DAY, lastDay),
    }
  if (before)
    return before.name === name
      ? { verdict: 'same', sentence: importsText.sameAsLine(before.line) }
      : { verdict: 'wrong', sentence: holidayImportText.otherName(before.line, date) }
  if (given.remove === true) return checkRemoval(state.entered.get(date))
  return name === null
    ? { verdict: 'wrong', sentence: holidayImportText.noName }
    : checkEntry({ date, name, scope: given.scope }, state)
}

function checkRemoval(old: BankHoliday | undefined): Checked {
  return old
    ? { verdict: 'removes', sentence: '' }
    : { verdict: 'same', sentence: holidayImportText.noHoliday }
}

function checkEntry({ date, name, scope }: BankHoliday, { entered, isPublished }: HolidayState): Checked {
  const old = entered.get(date)
  if (old?.name === name && old.scope === scope)
    return { verdict: 'same', sentence: holidayImportText.enteredAlready }
  if (isPublished(date))
    return {
      verdict: 'suspicious',
      sentence: holidayImportText.published(date),
    }
  if (old) return { verdict: 'replaces', sentence: '' }
  if (isWeekend(date)) return { verdict: 'weekend', sentence: holidayImportText.weekend }
  return { verdict: 'new', sentence: '' }
}
