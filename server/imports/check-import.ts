import type { ImportRow, RateImport } from '../../contract/schema/imports.schema.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { entryDateError } from '../../domain/entry-window.ts'
import { readImport, type ReadImport, type ReadRow } from '../../domain/import-rows.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import { key, seriesOf, type RateKey, type RateKind, type Series } from '../../domain/series.ts'
import type { RateWarningOutput } from '../../contract/schema/entries.schema.ts'
import { inputErrorSentence } from '../../text/en/input-errors.ts'
import { invalid } from '../errors.ts'
import { inSlices, runInSlices } from '../event-loop.ts'
import { isBlocking, isChange, refuseTable } from './batches.ts'
import { importsText, rateImportText } from '../text/en/imports.ts'

/** What rows are held against. */
export interface ImportState {
  readonly today: CalendarDate
  readonly calendar: Calendar
  /** The rate of the live entry, where there is one. */
  readonly entered: (series: Series, date: CalendarDate) => Rate | undefined
  /** That of a day before those that can be entered. */
  readonly enteredEarlier: (series: Series, date: CalendarDate) => Rate | undefined
  /** What looks wrong about a row beside `given`, the rates of the rows for other days that look right. */
  readonly rateWarnings: (entry: Entry, given: ReadonlyMap<RateKey, Rate>) => readonly RateWarningOutput[]
}

interface Entry extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

const LOOKING_RIGHT: readonly RowStatus[] = ['new', 'same', 'replaces', 'holiday']

/** A table as it was understood, with a status for each of its rates. */
export type CheckedImport = Awaited<ReturnType<typeof checkImport>>

/** A status for each rate of a table that was read, made without keeping other requests waiting. */
export async function checkImport(read: ReadImport, query: Pick<RateImport, 'kind'>, current: ImportState) {
  const seen = new Map<RateKey, ReadRow>()
  const given = new Map<RateKey, Rate>()
  const checked: ImportRow[] = []
  await inSlices(byDay(read.rows), (row) => {
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
  return { read, rows: checked.sort((one, other) => one.line - other.line) }
}

/**
 * Reads a pasted block without keeping other requests waiting. To be called before a transaction begins: a large block takes long on a
 * busy machine, and a connection that is silent is cut. Throws 400 for one without rows, or beyond `TABLE_LIMITS`.
 */
export async function readRows({
  text,
  currency,
  date_order,
  columns,
  round,
}: RateImport): Promise<ReadImport> {
  try {
    const read = await runInSlices(readImport(text, { currency, dateOrder: date_order, columns, round }))
    if (read.rows.length === 0) throw invalid({ text: [importsText.noRows] })
    return read
  } catch (error) {
    return refuseTable(error, rateImportText.beyondLimit)
  }
}

/** The rows by day, so that each is held against those before it, and those of one day in their order. */
function* byDay(rows: readonly ReadRow[]): Generator<ReadRow> {
  const days = Map.groupBy(rows, ({ date }) => date ?? '')
  for (const day of [...days.keys()].sort()) yield* days.get(day) ?? []
}

/** Whether the import may happen: it changes something, and nothing stands against it but `leaveOut` rows that are left out. */
export function isImportable(rows: readonly ImportRow[], leaveOut = 0): boolean {
  return rows.some(isChange) && !blockingRows(rows, leaveOut)
}

/** The rows that cannot be imported; undefined where there is none, or where `leaveOut` says how many they are. */
export function blockingRows(rows: readonly ImportRow[], leaveOut = 0): readonly ImportRow[] | undefined {
  const blocking = rows.filter(isBlocking)
  return blocking.length === 0 || blocking.length === leaveOut ? undefined : blocking
}

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
    ...(rate !== null && row.decimals !== null && { rounded_from: row.decimals }),
    ...{ verdict, sentence, replaces: null, warnings: [], ...more },
  })
  const wrong = row.errors.map(inputErrorSentence).join(' ')
  if (row.ambiguous && row.errors.length === 1) return checked('ambiguous', wrong)
  if (row.errors.length > 0 || date === null || currency === null || rate === null)
    return checked('wrong', wrong)
  if (current.enteredEarlier(seriesOf(currency, kind), date) === rate)
    return checked('same', rateImportText.enteredAlready)
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
