import type { ImportRow, RateRow } from '../../contract/imports.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { unitsFields } from '../../domain/currency.ts'
import { entryDateError, otherSide } from '../../domain/rate-warnings.ts'
import { formatRate, percentChange, type Rate, toWire } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { kindFields, key, seriesOf, type RateKey, type Series } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { checkManualRate } from '../entries/warnings.ts'
import { inSlices } from '../event-loop.ts'

type Warnings = ReturnType<typeof checkManualRate>
type Rates = ReadonlyMap<RateKey, Rate>
/** A rate to import, with its place in the file. */
export type Entry = Series & {
  readonly date: CalendarDate
  readonly rate: Rate
  readonly line: number
}

/** The stored rates that rows are compared with. */
export interface ImportState {
  readonly today: CalendarDate
  readonly calendar: Calendar
  /** The rate of the live entry. */
  readonly entered: (series: Series, date: CalendarDate) => Rate | undefined
  readonly published: (series: Series, date: CalendarDate) => DayRate | undefined
  /** Warnings about a rate; `given` and `sides` are rates of other rows, the latter also doubtful. */
  readonly rateWarnings: (entry: Entry, given: Rates, sides: Rates) => Warnings
}

export const entryOfRow = (
  { currency, kind, publisher, date, rate, line }: RateRow,
  index: number,
): Entry => ({
  ...seriesOf(currency, kind, publisher),
  date,
  rate,
  line: line ?? index + 1,
})

type Result = Pick<ImportRow, 'state' | 'sentence'> & Partial<ImportRow>

/** The state of each row, in slices so that other requests are not kept waiting. */
export async function checkRates(
  rows: readonly RateRow[],
  state: ImportState,
): Promise<ImportRow[]> {
  const entries = rows.map(entryOfRow)
  const sides = new Map<RateKey, Rate>()
  const firsts = new Map<RateKey, Entry>()
  const conflicts = new Map<RateKey, Entry>()
  await inSlices(entries, (entry) => {
    const day = key(entry, entry.date)
    const first = firsts.get(day)
    if (!first) {
      firsts.set(day, entry)
      sides.set(day, entry.rate)
    } else if (first.rate !== entry.rate) conflicts.set(day, entry)
  })
  const given = new Map<RateKey, Rate>()
  const checked = Array<ImportRow>(rows.length)
  const results = new Map<RateKey, Result>()
  const order = [...entries.entries()].sort(([, one], [, other]) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  )
  await inSlices(order, ([index, entry]) => {
    const day = key(entry, entry.date)
    const first = firsts.get(day)
    const conflict = conflicts.get(day)
    const other = conflict && (first === entry ? conflict : first)
    const result: Result =
      other !== undefined
        ? {
            state: 'wrong',
            sentence: t.rateImportText.otherRate({
              line: other.line,
              name: rateName(entry),
              date: entry.date,
            }),
          }
        : first && first !== entry
          ? { state: 'unchanged', sentence: t.importsText.sameAsLine({ line: first.line }) }
          : checkEntry(entry, state, given, sides)
    results.set(day, result)
    // A rate that looks wrong is no measure for others.
    if (result.state !== 'wrong' && (result.warnings ?? []).length === 0) given.set(day, entry.rate)
    checked[index] = {
      row: index + 1,
      line: entry.line,
      date: entry.date,
      currency: entry.currency,
      ...kindFields(entry),
      rate: toWire(entry.rate),
      ...unitsFields(entry.currency),
      replaces: null,
      warnings: [],
      ...result,
    }
  })
  clearOtherSides(entries, checked, results)
  return checked
}

/** Clears the rates that are doubtful only because the rate of the other side is. */
function clearOtherSides(
  entries: readonly Entry[],
  checked: ImportRow[],
  results: ReadonlyMap<RateKey, Result>,
): void {
  for (const [index, entry] of entries.entries()) {
    const row = checked[index]
    if (row && isOnlyOtherSideWrong(entry, row.warnings, results)) {
      const spread = new Set(row.warnings.map(({ sentence }) => sentence))
      const sentence = row.sentence.replace(row.warnings[0]?.sentence ?? '', '').trim()
      const isClear = sentence === '' || spread.has(sentence)
      const state = isClear ? (row.replaces === null ? 'new' : 'replaces') : 'doubtful'
      checked[index] = { ...row, state, sentence: isClear ? '' : sentence, warnings: [] }
    }
  }
}

const SPREAD: readonly string[] = ['buying not below selling', 'wide spread']

/** Returns true if a rate is doubtful only beside the other side's, which has a warning of its own. */
function isOnlyOtherSideWrong(
  entry: Entry,
  warnings: Warnings,
  results: ReadonlyMap<RateKey, Result>,
): boolean {
  const kind = otherSide(entry.kind)
  if (!kind || warnings.length === 0 || !warnings.every((each) => SPREAD.includes(each.kind)))
    return false
  const other = results.get(key({ ...entry, kind }, entry.date))
  return (other?.warnings ?? []).some((each) => !SPREAD.includes(each.kind))
}

function checkEntry(entry: Entry, state: ImportState, given: Rates, sides: Rates): Result {
  const { date, rate } = entry
  const outside = entryDateError(date, state.today)
  if (outside !== undefined) return { state: 'wrong', sentence: inputErrorSentence(outside) }
  const old = state.entered(entry, date)
  const known = currentRate(entry, old, state)
  if (old === rate)
    return { state: 'unchanged', sentence: t.rateImportText.enteredAlready, ...known }
  const warnings = [...state.rateWarnings(entry, given, sides)]
  const more = { replaces: old === undefined ? null : toWire(old), warnings, ...known }
  const holiday = state.calendar.holidays.get(date)
  const closed =
    holiday !== undefined || isWeekend(date) ? t.rateImportText.holiday({ date, holiday }) : ''
  const doubt = `${warnings[0]?.sentence ?? ''} ${closed}`.trim()
  if (doubt !== '') return { state: 'doubtful', sentence: doubt, ...more }
  return old === undefined
    ? { state: 'new', sentence: '', ...more }
    : { state: 'replaces', sentence: t.rateImportText.replaces({ rate: formatRate(old) }), ...more }
}

/** The rate that counts for the day now, with the difference of the row's rate from it. */
function currentRate(
  entry: Entry,
  entered: Rate | undefined,
  { published }: ImportState,
): Pick<ImportRow, 'current'> {
  const known =
    entered === undefined
      ? published(entry, entry.date)
      : { rate: entered, source: 'manual' as const }
  if (known === undefined) return {}
  const { rate, source } = known
  const difference = percentChange(rate, entry.rate) / 100
  return { current: { rate: toWire(rate), source, difference_percent: difference } }
}
