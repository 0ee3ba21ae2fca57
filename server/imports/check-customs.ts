import type { CustomsImport, CustomsRow } from '../../contract/schema/customs.schema.ts'
import { addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { readCustomsRows, type ReadCustomsRow } from '../../domain/customs-rows.ts'
import { CUSTOMS_DAYS_AHEAD, type CustomsWeek } from '../../domain/customs-week.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/entry-window.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/en/input-errors.ts'
import { invalid } from '../errors.ts'
import { customsImportText, importsText } from '../text/en/imports.ts'
import type { CustomsWeeks } from '../rates/customs-weeks.ts'
import { refuseTable } from './batches.ts'
import type { ImportState } from './check-import.ts'

/** What a schedule is held against. */
export interface CustomsState extends Pick<ImportState, 'today' | 'entered' | 'rateWarnings'> {
  readonly weeks: CustomsWeeks['byFirstDay']
}

/** A schedule with a status for each of its rows, and the currencies without one. */
export type CheckedCustoms = ReturnType<typeof checkCustoms>

/**
 * A status for each row of a schedule. Throws 400 for one without rows or beyond `TABLE_LIMITS`, and for days that are not open
 * for entry.
 */
export function checkCustoms(given: CustomsImport, state: CustomsState) {
  refuseOutsideWindow(given.first_day, state.today)
  const week = {
    ...{ firstDay: given.first_day, lastDay: given.last_day },
    ...{ gazette: given.gazette, document: given.document ?? null },
  }
  const old = state.weeks.get(week.firstDay)
  const weekChanges =
    old?.lastDay !== week.lastDay || old.gazette !== week.gazette || old.document !== week.document
  const concerns = concernsAbout(week, state.weeks)
  const read = readRows(given)
  if (!read.some(({ otherCurrency }) => otherCurrency === null))
    throw invalid({ text: [customsImportText.noRates] })
  const seen = new Map<Currency, ReadCustomsRow>()
  const rows = read.map((row) => {
    const before = row.currency === null ? undefined : seen.get(row.currency)
    if (row.currency !== null && !before) seen.set(row.currency, row)
    return checkRow(row, before, { week, weekChanges, concerns, state })
  })
  const changes = weekChanges || rows.some(isChange)
  return {
    ...{ week, rows, missing: CURRENCIES.filter((each) => !seen.has(each)) },
    importable: changes && !rows.some(isBlocking),
  }
}

export const isBlocking = ({ verdict }: CustomsRow): boolean => verdict === 'wrong'

/** Whether a row enters another rate than there is. */
export const isChange = ({ verdict, rate, replaces }: CustomsRow): boolean =>
  verdict !== 'left out' && verdict !== 'wrong' && rate !== replaces

function refuseOutsideWindow(firstDay: CalendarDate, today: CalendarDate): void {
  const [first, last] = [addDays(today, -ENTRY_WINDOW_DAYS), addDays(today, CUSTOMS_DAYS_AHEAD)]
  if (firstDay >= first && firstDay <= last) return
  throw invalid({
    first_day: [customsImportText.outside(first, last)],
  })
}

/** What is unusual about the days of a schedule: one holds for a week and begins on the day after the one before it. */
function concernsAbout({ firstDay, lastDay }: CustomsWeek, weeks: CustomsWeeks['byFirstDay']): string[] {
  const days = daysBetween(firstDay, lastDay) + 1
  const before = [...weeks.values()].findLast((each) => each.firstDay < firstDay)
  const after = [...weeks.values()].find((each) => each.firstDay > firstDay)
  return [
    days === 7 ? '' : customsImportText.noWeek(days),
    before && addDays(before.lastDay, 1) !== firstDay ? customsImportText.endsBefore(before.lastDay) : '',
    after && addDays(lastDay, 1) !== after.firstDay ? customsImportText.beginsAfter(after.firstDay) : '',
  ].filter(Boolean)
}

function readRows({ text }: CustomsImport): ReadCustomsRow[] {
  try {
    return readCustomsRows(text)
  } catch (error) {
    return refuseTable(error, customsImportText.beyondLimit)
  }
}

interface RowContext {
  readonly week: CustomsWeek
  readonly weekChanges: boolean
  readonly concerns: readonly string[]
  readonly state: CustomsState
}

function checkRow(
  row: ReadCustomsRow,
  before: ReadCustomsRow | undefined,
  { week, weekChanges, concerns, state }: RowContext,
): CustomsRow {
  const { line, given, currency, rate } = row
  const checked = (verdict: CustomsRow['verdict'], sentences: readonly string[], old?: Rate): CustomsRow => ({
    ...{
      line,
      given,
      currency,
      rate: rate === null ? null : toWire(rate),
      verdict,
      sentences: [...sentences],
    },
    replaces: old === undefined ? null : toWire(old),
  })
  if (row.otherCurrency !== null)
    return checked('left out', [customsImportText.otherCurrency(row.otherCurrency)])
  if (currency === null || rate === null) return checked('wrong', row.errors.map(inputErrorSentence))
  if (before)
    return before.rate === rate
      ? checked('left out', [importsText.sameAsLine(before.line)])
      : checked('wrong', [customsImportText.otherRate(before.line, currency)])
  const entry = { ...seriesOf(currency, 'customs'), date: week.firstDay, rate }
  const old = state.entered(entry, entry.date)
  const warnings = state.rateWarnings(entry, new Map()).map(({ sentence }) => sentence)
  const remarks = [...(weekChanges ? concerns : []), ...(old === rate ? [] : warnings)]
  const replaced = old === undefined ? [] : [customsImportText.replaces(old)]
  if (old === rate) return checked(remarks.length > 0 ? 'suspicious' : 'same', remarks, old)
  if (remarks.length > 0) return checked('suspicious', [...remarks, ...replaced], old)
  return checked(old === undefined ? 'new' : 'replaces', [], old)
}
