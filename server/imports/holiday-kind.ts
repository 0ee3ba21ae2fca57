import type { HolidayImport } from '../../contract/imports/import-body.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import { yearOf, type BankHoliday } from '../../domain/bank-holiday.ts'
import {
  calendarDateOf,
  dayInColombo,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { readHolidayRows, type ReadHoliday } from '../../domain/imports/holiday-rows.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import type { OtherFact } from '../audit-log/record-changes.ts'
import { holidayChange, readHolidays } from '../calendar/calendar-queries.ts'
import { invalid } from '../errors.ts'
import { readPublishedDays } from './import-queries.ts'
import { numbered, refuseTable, type RowKind } from './row-kind.ts'
import { t } from '../../text/sentences.ts'

/** Bank holidays to enter or to remove: a date and a name a row. */
export const HOLIDAY_ROWS: RowKind<HolidayImport> = {
  action: 'change bank holidays',
  fact: 'bank holiday',
  unchanged: () => t.holidayImportText.unchanged,
  read: (given) => {
    const read = readRows(given)
    const { remove = false } = given
    const source = given.source.trim()
    return Promise.resolve(async (db, { clock }) => {
      const [{ known }, published] = [await readHolidays(db), await readPublishedDays(db)]
      return {
        rows: checkHolidays(read, given, {
          today: dayInColombo(clock()),
          entered: new Map(known.map((each) => [each.date, each])),
          isPublished: (date) => published.has(date),
        }),
        changeOf: (row) => changeOf(row, { ...given, source }),
        described: (rows, { added, replaced, removed }) =>
          remove
            ? t.auditText.holidaysRemoved({ years: yearsOf(rows), count: removed })
            : t.auditText.holidaysEntered({
                years: yearsOf(rows),
                count: added + replaced,
                added,
                replaced,
              }),
        ...(remove && { texts: { source } }),
        message: ({ added, replaced, removed }) =>
          remove
            ? t.holidayImportText.removed({ count: removed })
            : t.holidayImportText.entered({ count: added + replaced }),
      }
    })
  },
  undone: (id, undone) => t.auditText.holidaysUndone({ id, ...undone }),
}

function changeOf(
  { date, name }: ImportRow,
  { scope, source, remove = false }: HolidayImport,
): OtherFact {
  if (date === null) throw new Error('A row without errors has a day')
  return holidayChange(date, remove || !name ? null : { name, scope, source })
}

const yearsOf = (rows: readonly ImportRow[]) =>
  [...new Set(rows.flatMap(({ date }) => (date === null ? [] : [yearOf(date)])))]
    .sort()
    .join(' and ')

/** What rows are held against. */
interface HolidayState {
  readonly today: CalendarDate
  readonly entered: ReadonlyMap<CalendarDate, BankHoliday>
  /** Whether the Central Bank has published a rate of a day. */
  readonly isPublished: (date: CalendarDate) => boolean
}

const FIRST_DAY = calendarDateOf('2000-01-01')

function checkHolidays(
  read: readonly ReadHoliday[],
  given: HolidayImport,
  state: HolidayState,
): ImportRow[] {
  const seen = new Map<CalendarDate, ReadHoliday>()
  return numbered(
    read.map((row) => {
      const { line, date, name } = row
      const before = date === null ? undefined : seen.get(date)
      if (date !== null && !before) seen.set(date, row)
      const { verdict, sentence } = checkRow(row, before, given, state)
      const old = date === null ? undefined : state.entered.get(date)
      return {
        line,
        given: row.given,
        date,
        name,
        currency: null,
        rate: null,
        verdict,
        sentence,
        replaces: old?.name ?? null,
        warnings: [],
      }
    }),
  )
}

function readRows({ text, date_order }: HolidayImport): ReadHoliday[] {
  try {
    const rows = readHolidayRows(text, date_order)
    if (rows.length === 0) throw invalid({ text: [t.importsText.noRows] })
    return rows
  } catch (error) {
    return refuseTable(error)
  }
}

type Checked = Pick<ImportRow, 'verdict' | 'sentence'>

function checkRow(
  row: ReadHoliday,
  before: ReadHoliday | undefined,
  given: HolidayImport,
  state: HolidayState,
): Checked {
  const { date, name } = row
  const errors = row.errors.map(inputErrorSentence)
  if (row.ambiguous && errors.length === 1)
    return { verdict: 'ambiguous', sentence: errors.join(' ') }
  if (errors.length > 0 || date === null) return { verdict: 'wrong', sentence: errors.join(' ') }
  const lastDay = calendarDateOf(`${Number(state.today.slice(0, 4)) + 2}-12-31`)
  if (date < FIRST_DAY || date > lastDay)
    return {
      verdict: 'outside window',
      sentence: t.holidayImportText.outside({ first: FIRST_DAY, last: lastDay }),
    }
  if (before)
    return before.name === name
      ? { verdict: 'same', sentence: t.importsText.sameAsLine({ line: before.line }) }
      : { verdict: 'wrong', sentence: t.holidayImportText.otherName({ line: before.line, date }) }
  if (given.remove === true) return checkRemoval(state.entered.get(date))
  return name === null
    ? { verdict: 'wrong', sentence: t.holidayImportText.noName }
    : checkEntry({ date, name, scope: given.scope }, state)
}

function checkRemoval(old: BankHoliday | undefined): Checked {
  return old
    ? { verdict: 'removes', sentence: '' }
    : { verdict: 'same', sentence: t.holidayImportText.noHoliday }
}

function checkEntry(
  { date, name, scope }: BankHoliday,
  { entered, isPublished }: HolidayState,
): Checked {
  const old = entered.get(date)
  if (old?.name === name && old.scope === scope)
    return { verdict: 'same', sentence: t.holidayImportText.enteredAlready }
  if (isPublished(date))
    return {
      verdict: 'suspicious',
      sentence: t.holidayImportText.published({ date }),
    }
  if (old) return { verdict: 'replaces', sentence: '' }
  if (isWeekend(date)) return { verdict: 'weekend', sentence: t.holidayImportText.weekend }
  return { verdict: 'new', sentence: '' }
}
