import type { ImportRow, RateImport } from '../../contract/schema/imports.schema.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { entryDateError } from '../../domain/entry-window.ts'
import { readImportRows, type ReadRow } from '../../domain/import-rows.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import { key, seriesOf, type RateKey, type RateKind, type Series } from '../../domain/series.ts'
import { TableError } from '../../domain/pasted-table.ts'
import type { RateWarningOutput } from '../../contract/schema/entries.schema.ts'
import { inputErrorSentence } from '../../text/en/input-errors.ts'
import { invalid, type ApiError } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import { importsText, rateImportText } from '../text/en/imports.ts'

/** What rows are held against. */
export interface ImportState {
  readonly today: CalendarDate
  readonly calendar: Calendar
  /** The rate of the live entry, where there is one. */
  readonly entered: (series: Series, date: CalendarDate) => Rate | undefined
  /** What looks wrong about a row beside `given`, the rates of the rows for other days that look right. */
  readonly rateWarnings: (entry: Entry, given: ReadonlyMap<RateKey, Rate>) => readonly RateWarningOutput[]
}

interface Entry extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

/** Statuses with which nothing is imported. */
const BLOCKING: readonly RowStatus[] = ['outside window', 'ambiguous', 'wrong']
const LOOKING_RIGHT: readonly RowStatus[] = ['new', 'same', 'replaces', 'holiday']

/**
 * A status for each row of a pasted block, made without keeping other requests waiting. Throws 400 for one without rows,
 * or beyond `TABLE_LIMITS`.
 */
export async function checkImport(query: RateImport, current: ImportState): Promise<ImportRow[]> {
  const rows = await readRows(query)
  if (rows.length === 0) throw invalid({ text: [importsText.noRows] })
  const seen = new Map<RateKey, ReadRow>()
  const given = new Map<RateKey, Rate>()
  const checked: ImportRow[] = []
  await inSlices(byDay(rows), (row) => {
    const { currency, date, rate } = row
    const kind = row.kind ?? query.kind
    const day = currency === null || date === null ? undefined : key(seriesOf(currency, kind), date)
    const before = day === undefined ? undefined : seen.get(day)
    if (day !== undefined && !before) seen.set(day, row)
    const verdict = checkRow({ ...row, kind }, before, current, given)
    // A row that looks wrong is nothing to hold others against.
    if (day !== undefined && rate !== null && LOOKING_RIGHT.includes(verdict.verdict)) given.set(day, rate)
    checked.push(verdict)
  })
  return checked.sort((one, other) => one.line - other.line)
}

async function readRows(query: RateImport): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  try {
    const options = { currency: query.currency, dateOrder: query.date_order }
    await inSlices(readImportRows(query.text, options), (row) => rows.push(row))
    return rows
  } catch (error) {
    throw error instanceof TableError ? beyondLimit(error) : error
  }
}

function beyondLimit({ limit, line }: TableError): ApiError {
  return invalid({ text: [rateImportText.beyondLimit(limit, line)] })
}

/** The rows by day, so that each is held against those before it, and those of one day in their order. */
function* byDay(rows: readonly ReadRow[]): Generator<ReadRow> {
  const days = Map.groupBy(rows, ({ date }) => date ?? '')
  for (const day of [...days.keys()].sort()) yield* days.get(day) ?? []
}

/** Whether the import may happen: nothing stands against it, and it changes something. */
export function isImportable(rows: readonly ImportRow[]): boolean {
  return rows.some(isChange) && !rows.some(isBlocking)
}

export const isBlocking = ({ verdict }: ImportRow): boolean => BLOCKING.includes(verdict)
export const isChange = (row: ImportRow): boolean => row.verdict !== 'same' && !isBlocking(row)

function checkRow(
  row: Omit<ReadRow, 'kind'> & { readonly kind: RateKind | undefined },
  before: ReadRow | undefined,
  current: ImportState,
  given: ReadonlyMap<RateKey, Rate>,
): ImportRow {
  const { line, date, currency, kind, rate } = row
  const checked = (verdict: RowStatus, sentence: string, more: Partial<ImportRow> = {}): ImportRow => ({
    ...{ line, given: row.given, date, currency, ...(kind && { kind }) },
    rate: rate === null ? null : toWire(rate),
    ...{ verdict, sentence, replaces: null, warnings: [], ...more },
  })
  const wrong = row.errors.map(inputErrorSentence).join(' ')
  if (row.ambiguous && row.errors.length === 1) return checked('ambiguous', wrong)
  if (row.errors.length > 0 || date === null || currency === null || rate === null)
    return checked('wrong', wrong)
  const outside = entryDateError(date, current.today)
  if (outside !== undefined) return checked('outside window', inputErrorSentence(outside))
  if (before) {
    return before.rate === rate
      ? checked('same', importsText.sameAsLine(before.line))
      : checked('wrong', rateImportText.otherRate(before.line, seriesOf(currency, kind), date))
  }
  return checkEntry(checked, { ...seriesOf(currency, kind), date, rate }, current, given)
}

/** The verdict on a row that may be entered. */
function checkEntry(
  checked: (verdict: RowStatus, sentence: string, more?: Partial<ImportRow>) => ImportRow,
  entry: Entry,
  current: ImportState,
  given: ReadonlyMap<RateKey, Rate>,
): ImportRow {
  const { date, rate } = entry
  const old = current.entered(entry, date)
  if (old === rate) return checked('same', rateImportText.enteredAlready)
  const replaces = old === undefined ? null : toWire(old)
  const warnings = [...current.rateWarnings(entry, given)]
  const more = { replaces, warnings }
  if (warnings[0]) return checked('suspicious', warnings[0].sentence, more)
  const holiday = current.calendar.holidays.get(date)
  if (holiday !== undefined || isWeekend(date))
    return checked('holiday', rateImportText.holiday(date, holiday), more)
  if (old !== undefined) return checked('replaces', rateImportText.replaces(old), more)
  return checked('new', '', more)
}
