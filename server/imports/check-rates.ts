import { unitsFields } from '../../domain/currency.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { entryDateError } from '../../domain/rate-warnings.ts'
import type { ReadImport, ReadRow } from '../../domain/import-rows.ts'
import { formatRate, percentChange, type Rate, toWire } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { key, seriesOf, type RateKey, type Series } from '../../domain/series.ts'
import type { RateWarningOutput } from '../../contract/entries.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { inSlices } from '../event-loop.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'

/** What rows are held against. */
export interface ImportState {
  readonly today: CalendarDate
  readonly calendar: Calendar
  /** The rate of the live entry, where there is one. */
  readonly entered: (series: Series, date: CalendarDate) => Rate | undefined
  readonly published: (series: Series, date: CalendarDate) => DayRate | undefined
  /** That of a day before those that can be entered. */
  readonly enteredEarlier: (series: Series, date: CalendarDate) => Rate | undefined
  /** What looks wrong about a row beside the others. */
  readonly rateWarnings: (entry: Entry, given: Rates, sides?: Rates) => readonly RateWarningOutput[]
}

type Rates = ReadonlyMap<RateKey, Rate>

/** The rates of other rows: of those that look right, and of all, among which its other side is. */
interface OtherRows {
  readonly given: Rates
  readonly sides: Rates
}

interface Entry extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

const LOOKING_RIGHT: readonly RowStatus[] = ['new', 'same', 'replaces', 'holiday']

/** A status for each rate of a table that was read, made without keeping other requests waiting. */
export async function checkRates(
  read: ReadImport,
  query: KindAndPublisher,
  current: ImportState,
): Promise<ImportRow[]> {
  const seen = new Map<RateKey, ReadRow>()
  const given = new Map<RateKey, Rate>()
  const sides = new Map<RateKey, Rate>()
  const rows = Array<ImportRow>(read.rows.length)
  const { publisher } = query
  const dayOf = ({ currency, date, kind }: ReadRow) =>
    currency === null || date === null
      ? undefined
      : key(seriesOf(currency, kind ?? query.kind, publisher), date)
  await inSlices(read.rows, (row) => {
    const day = dayOf(row)
    if (day !== undefined && row.rate !== null && !sides.has(day)) sides.set(day, row.rate)
  })
  await inSlices(await byDay(read.rows), ([index, row]) => {
    const { rate } = row
    const kind = row.kind ?? query.kind
    const day = dayOf(row)
    const before = day === undefined ? undefined : seen.get(day)
    if (day !== undefined && !before) seen.set(day, row)
    const checked = {
      row: index + 1,
      ...checkRow({ ...row, kind, publisher }, before, current, { given, sides }),
    }
    // A row that looks wrong is nothing to hold others against.
    if (day !== undefined && rate !== null && LOOKING_RIGHT.includes(checked.verdict))
      given.set(day, rate)
    rows[index] = checked
  })
  return rows
}

/** A checked row before it has its number. */
type CheckedRow = Omit<ImportRow, 'row'>

async function byDay(rows: readonly ReadRow[]): Promise<readonly (readonly [number, ReadRow])[]> {
  const days = new Map<string, [number, ReadRow][]>()
  await inSlices(rows.entries(), (entry) => {
    const day = entry[1].date ?? ''
    const others = days.get(day)
    if (others) others.push(entry)
    else days.set(day, [entry])
  })
  return [...days.keys()].sort().flatMap((day) => days.get(day) ?? [])
}

function checkRow(
  row: Omit<ReadRow, 'kind'> & KindAndPublisher,
  before: ReadRow | undefined,
  current: ImportState,
  others: OtherRows,
): CheckedRow {
  const { line, date, currency, kind, publisher, rate } = row
  const checked = (
    verdict: RowStatus,
    sentence: string,
    more: Partial<CheckedRow> = {},
  ): CheckedRow => ({
    line,
    given: row.given,
    date,
    currency,
    ...(kind && { kind }),
    ...(publisher && { publisher }),
    rate: rate === null ? null : toWire(rate),
    ...(currency && unitsFields(currency)),
    ...(rate !== null && row.decimals !== null && { rounded_from: row.decimals }),
    verdict,
    sentence,
    replaces: null,
    warnings: [],
    ...more,
  })
  if (row.otherCurrency !== null)
    return checked('left out', t.importsText.otherCurrency({ code: row.otherCurrency }))
  const wrong = row.errors.map(inputErrorSentence).join(' ')
  if (row.ambiguous && row.errors.length === 1) return checked('ambiguous', wrong)
  if (row.errors.length > 0 || date === null || currency === null || rate === null)
    return checked('wrong', wrong)
  const series = seriesOf(currency, kind, publisher)
  const entry = { ...series, date, rate }
  if (current.enteredEarlier(series, date) === rate)
    return checked('same', t.rateImportText.enteredAlready, currentOf(entry, rate, current))
  const outside = entryDateError(date, current.today)
  if (outside !== undefined) return checked('outside window', inputErrorSentence(outside))
  if (before) {
    return before.rate === rate
      ? checked('same', t.importsText.sameAsLine({ line: before.line }))
      : checked(
          'wrong',
          t.rateImportText.otherRate({ line: before.line, name: rateName(series), date }),
        )
  }
  return checkEntry(checked, entry, current, others)
}

function checkEntry(
  checked: (verdict: RowStatus, sentence: string, more?: Partial<CheckedRow>) => CheckedRow,
  entry: Entry,
  current: ImportState,
  { given, sides }: OtherRows,
): CheckedRow {
  const { date, rate } = entry
  const old = current.entered(entry, date)
  const known = currentOf(entry, old, current)
  if (old === rate) return checked('same', t.rateImportText.enteredAlready, known)
  const replaces = old === undefined ? null : toWire(old)
  const warnings = [...current.rateWarnings(entry, given, sides)]
  const more = { replaces, warnings, ...known }
  const holiday = current.calendar.holidays.get(date)
  const isClosed = holiday !== undefined || isWeekend(date)
  const closed = isClosed ? t.rateImportText.holiday({ date, holiday }) : ''
  if (warnings[0]) return checked('suspicious', `${warnings[0].sentence} ${closed}`.trim(), more)
  if (isClosed) return checked('holiday', closed, more)
  if (old !== undefined)
    return checked('replaces', t.rateImportText.replaces({ rate: formatRate(old) }), more)
  return checked('new', '', more)
}

/** The rate that counts for a row's day now, with the difference to it. */
function currentOf(
  entry: Entry,
  entered: Rate | undefined,
  { published }: ImportState,
): Pick<CheckedRow, 'current'> {
  const known =
    entered === undefined
      ? published(entry, entry.date)
      : { rate: entered, source: 'manual' as const }
  if (known === undefined) return {}
  const { rate, source } = known
  const difference = percentChange(rate, entry.rate) / 100
  return { current: { rate: toWire(rate), source, difference_percent: difference } }
}
