import { sql, type RawBuilder } from 'kysely'
import { rateRow, type ImportRow, type RateImport, type RateRow } from '../../contract/imports.ts'
import { dayInColombo, isWeekend, type CalendarDate } from '../../domain/calendar-date.ts'
import { unitsFields } from '../../domain/currency.ts'
import { formatRate, percentChange, rateOf, toWire, type Rate } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { entryDateError, otherSide } from '../../domain/rate-warnings.ts'
import { key, kindFields, seriesOf, type RateKey, type Series } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { LIVE_FACTS, type RateFact } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { bySeries, fillSeriesName } from '../entries/undo-rates.ts'
import { checkManualRate } from '../entries/warnings.ts'
import { inSlices } from '../event-loop.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RowKind } from './row-kind.ts'

const counted = (count: number, series: readonly Series[]) =>
  t.auditText.rates({ count, ...fillSeriesName(series) })

export const RATE_ROWS: RowKind<RateImport> = {
  action: 'import exchange rates',
  fact: 'rate',
  row: rateRow,
  unchanged: () => t.rateImportText.unchanged,
  check: async ({ rows }, db, deps) => {
    const entries = rows.map(entryOfRow)
    return {
      rows: await checkRates(entries, await importState(db, deps, entries)),
      changeOf: enteredRate,
      described: (entered, { added, replaced }, leftOut) =>
        t.auditText.ratesImported({
          rates: counted(
            added + replaced,
            bySeries(entered.map(enteredRate)).map(([each]) => each),
          ),
          added,
          replaced,
          leftOut,
        }),
      message: ({ added, replaced }) => t.rateImportText.imported({ count: added + replaced }),
    }
  },
  undone: (id, { removed, putBack, left }, changes) =>
    changes.length === 0
      ? t.auditText.importLeft({ id, left })
      : t.auditText.importUndone({
          id,
          rates: counted(
            removed,
            bySeries(changes).map(([each]) => each),
          ),
          putBack,
        }),
}

export function enteredRate(row: Partial<ImportRow>): RateFact {
  const { currency, kind, publisher, date, rate } = row
  if (!currency || !date || rate === undefined) throw new Error('A row of rates has a rate')
  const series = seriesOf(currency, kind, publisher)
  return { ...series, date, source: 'manual', rate: formatRate(rateOf(rate)) }
}

type SeriesDay = Series & { readonly date: CalendarDate }

export interface ImportState {
  readonly today: CalendarDate
  readonly book: RateBook
  readonly entered: Awaited<ReturnType<typeof readEnteredRates>>
}

export const importState = async (
  db: Db,
  { clock, liveRateBook: { book } }: Pick<RateContext, 'clock' | 'liveRateBook'>,
  rows: readonly SeriesDay[],
): Promise<ImportState> => ({
  today: dayInColombo(clock()),
  book,
  entered: await readEnteredRates(db, rows),
})

/** Returns a reader of the live manual rates of the series and days of the rows. */
export async function readEnteredRates(db: Db, rows: readonly SeriesDay[]) {
  const wanted = [...Map.groupBy(rows, (row) => key(row)).values()].map((days) => {
    const [{ currency, kind, publisher }] = days as [SeriesDay, ...SeriesDay[]]
    const inOrder = days.map(({ date }) => date).sort()
    return { currency, kind, publisher, first: inOrder[0], last: inOrder.at(-1) }
  })
  const found = (bank: RawBuilder<unknown>) => sql`
    SELECT f.currency, f.kind, f.bank AS publisher, f.date, f.rate
    FROM wanted w JOIN ${LIVE_FACTS} f
      ON f.currency = w.currency AND f.kind = w.kind AND ${bank} AND f.source = 'manual'
        AND f.date BETWEEN w.first AND w.last`
  // With IS NOT DISTINCT FROM, PostgreSQL would read the series of every bank.
  const { rows: known } = await sql<SeriesDay & { rate: string }>`
    WITH wanted AS MATERIALIZED (SELECT * FROM json_to_recordset(${JSON.stringify(wanted)}::json)
      AS w (currency text, kind text, publisher text, first date, last date))
    ${found(sql`f.bank = w.publisher`)} UNION ALL
    ${found(sql`f.bank IS NULL AND w.publisher IS NULL`)}`.execute(db)
  const entered = new Map(known.map((row) => [key(row, row.date), rateOf(row.rate)]))
  return (series: Series, date: CalendarDate) => entered.get(key(series, date))
}

type Rates = ReadonlyMap<RateKey, Rate>
export type Entry = Series & {
  readonly date: CalendarDate
  readonly rate: Rate
  readonly line: number
  readonly accept?: RateRow['accept']
}
type Result = Pick<ImportRow, 'state' | 'sentence'> & Partial<ImportRow>

export const entryOfRow = (row: RateRow, index: number): Entry => ({
  ...seriesOf(row.currency, row.kind, row.publisher),
  date: row.date,
  rate: row.rate,
  line: row.line ?? index + 1,
  accept: row.accept,
})

/** Checks rows in slices, so that other requests are not kept waiting. */
export async function checkRates(
  entries: readonly Entry[],
  state: ImportState,
): Promise<ImportRow[]> {
  const firsts = new Map<RateKey, Entry>()
  const conflicts = new Map<RateKey, Entry>()
  await inSlices(entries, (entry) => {
    const day = key(entry, entry.date)
    const first = firsts.get(day)
    if (!first) firsts.set(day, entry)
    else if (first.rate !== entry.rate) conflicts.set(day, entry)
  })
  const sides = new Map([...firsts].map(([day, { rate }]) => [day, rate]))
  const given = new Map<RateKey, Rate>()
  const newest = new Map<RateKey, DayRate>()
  const results = new Map<Entry, Result>()
  const inOrder = entries.toSorted((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  )
  await inSlices(inOrder, (entry) => {
    const day = key(entry, entry.date)
    const first = firsts.get(day) ?? entry
    const conflict = conflicts.get(day)
    const result = conflict
      ? otherRate(entry, first === entry ? conflict : first)
      : first === entry
        ? checkEntry(entry, state, { given, sides, newest })
        : ({
            state: 'unchanged',
            sentence: t.importsText.sameAsLine({ line: first.line }),
          } as const)
    results.set(entry, result)
    // A page ticks no doubtful rate, a weekend's included, so none is used to judge others.
    if (result.state === 'wrong' || result.state === 'doubtful') return
    given.set(day, entry.rate)
    newest.set(key(entry), { date: entry.date, rate: entry.rate, source: 'manual' })
  })
  const checked: ImportRow[] = []
  await inSlices(entries, (entry) => {
    const kind = otherSide(entry.kind)
    const other = kind && firsts.get(key({ ...entry, kind }, entry.date))
    const result = results.get(entry)
    // If only one side of a pair has a warning of its own, the other side is not doubted.
    const isBesideWrong =
      result && other && hasOnly(result, SPREAD) && !hasOnly(results.get(other), SPREAD)
    checked.push({
      row: checked.length + 1,
      line: entry.line,
      date: entry.date,
      currency: entry.currency,
      ...kindFields(entry),
      rate: toWire(entry.rate),
      ...unitsFields(entry.currency),
      replaces: null,
      warnings: [],
      state: 'new',
      sentence: '',
      ...(isBesideWrong ? checkEntry(entry, state, { given, sides: new Map(), newest }) : result),
    })
  })
  return checked
}

const SPREAD = ['buying not below selling', 'wide spread']

const hasOnly = (result: Result | undefined, kinds: readonly string[]) =>
  (result?.warnings ?? []).every(({ kind }) => kinds.includes(kind))

const otherRate = (entry: Entry, { line, date }: Entry): Result => ({
  state: 'wrong',
  sentence: t.rateImportText.otherRate({ line, name: rateName(entry), date }),
})

interface OtherRows {
  /** Rates of rows without a warning. */
  readonly given: Rates
  /** Rates of all rows. */
  readonly sides: Rates
  /** By series, of the rows up to now in order of their days. */
  readonly newest: ReadonlyMap<RateKey, DayRate>
}

function checkEntry(entry: Entry, state: ImportState, rows: OtherRows): Result {
  const { date, rate } = entry
  const outside = entryDateError(date, state.today)
  if (outside !== undefined) return { state: 'wrong', sentence: inputErrorSentence(outside) }
  const old = state.entered(entry, date)
  const known = currentRate(entry, old, state)
  if (old === rate)
    return { state: 'unchanged', sentence: t.rateImportText.enteredAlready, ...known }
  const warnings = checkManualRate(state.book, entry, rows.given, rows.sides, rows.newest)
  const more = { replaces: old === undefined ? null : toWire(old), warnings, ...known }
  const holiday = state.book.holidays.calendar.holidays.get(date)
  const closed =
    holiday !== undefined || isWeekend(date) ? t.rateImportText.holiday({ date, holiday }) : ''
  const doubt = `${warnings[0]?.sentence ?? ''} ${closed}`.trim()
  if (doubt !== '') return { state: 'doubtful', sentence: doubt, ...more }
  return old === undefined
    ? { state: 'new', sentence: '', ...more }
    : { state: 'replaces', sentence: t.rateImportText.replaces({ rate: formatRate(old) }), ...more }
}

function currentRate(
  entry: Entry,
  entered: Rate | undefined,
  { book }: ImportState,
): Pick<ImportRow, 'current'> {
  const known =
    entered === undefined
      ? book.publishedOn(entry, entry.date)
      : { rate: entered, source: 'manual' as const }
  if (known === undefined) return {}
  const { rate, source } = known
  const difference = percentChange(rate, entry.rate) / 100
  return { current: { rate: toWire(rate), source, difference_percent: difference } }
}
