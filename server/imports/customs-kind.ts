import { sql } from 'kysely'
import type { CustomsImport } from '../../contract/imports/import-body.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import {
  addDays,
  dayInColombo,
  daysBetween,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { currencies, unitsFields, type Currency } from '../../domain/currency.ts'
import { readCustomsRows, type ReadCustomsRow } from '../../domain/imports/customs-rows.ts'
import { CUSTOMS_DAYS_AHEAD, type CustomsWeek } from '../../domain/customs-week.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/rate-warnings.ts'
import { toWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { ApiError, invalid } from '../errors.ts'
import { entryOf } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { checkManualRate } from '../entries/warnings.ts'
import { readCustomsWeeks, type CustomsWeeks } from '../rates/other-facts.ts'
import type { ImportState } from './check-rates.ts'
import { readEnteredRates } from './import-queries.ts'
import { enteredRate } from './rate-rows.ts'
import { numbered, refuseTable, type RowKind } from './row-kind.ts'
import { t } from '../../text/sentences.ts'

/** A week's schedule: its days, where they stand, and a rate a row. */
export const CUSTOMS_ROWS: RowKind<CustomsImport> = {
  action: 'import exchange rates',
  fact: 'rate',
  unchanged: () => t.customsImportText.unchanged,
  read: (given) => {
    const read = readRows(given)
    const { first_day: firstDay, last_day: lastDay, gazette, document = null } = given
    return Promise.resolve(async (db, { clock, liveRateBook: { book } }) => {
      const today = dayInColombo(clock())
      refuseOutsideWindow(firstDay, today)
      const weeks = await readCustomsWeeks(db)
      const rows = checkSchedule(
        read,
        { firstDay, lastDay, gazette, document },
        {
          weeks,
          entered: await readEnteredRates(db, firstDay),
          rateWarnings: (entry, rates) => checkManualRate(book, entry, rates),
        },
      )
      const schedule = { fact: { last_day: lastDay, gazette, document } }
      return {
        rows,
        missing: currencies().filter((each) => !rows.some(({ currency }) => currency === each)),
        beside: { subject: 'customs schedule', date: firstDay, ...schedule },
        isBesideNew: isNew({ firstDay, lastDay, gazette, document }, weeks),
        changeOf: enteredRate,
        described: (_rows, { added, replaced }) =>
          t.auditText.customsEntered({ first: firstDay, last: lastDay, added, replaced }),
        message: () => t.customsImportText.entered({ first: firstDay, last: lastDay }),
      }
    })
  },
  refuseLeft: async (db, id) => {
    throw new ApiError('conflict', await inTheWay(db, id))
  },
  undone: (id, undone) => t.auditText.customsUndone({ id, ...undone }),
}

/** Whether a schedule differs from the one that began on the same day. */
function isNew(week: CustomsWeek, weeks: CustomsWeeks): boolean {
  const old = weeks.get(week.firstDay)
  return (
    old?.lastDay !== week.lastDay || old.gazette !== week.gazette || old.document !== week.document
  )
}

/** What a schedule is held against. */
interface CustomsState extends Pick<ImportState, 'entered' | 'rateWarnings'> {
  readonly weeks: CustomsWeeks
}

function checkSchedule(
  read: readonly ReadCustomsRow[],
  week: CustomsWeek,
  state: CustomsState,
): ImportRow[] {
  const concerns = isNew(week, state.weeks) ? concernsAbout(week, state.weeks) : []
  const seen = new Map<Currency, ReadCustomsRow>()
  return numbered(
    read.map((row) => {
      const before = row.currency === null ? undefined : seen.get(row.currency)
      if (row.currency !== null && !before) seen.set(row.currency, row)
      return checkRow(row, before, { week, concerns, state })
    }),
  )
}

function refuseOutsideWindow(firstDay: CalendarDate, today: CalendarDate): void {
  const [first, last] = [addDays(today, -ENTRY_WINDOW_DAYS), addDays(today, CUSTOMS_DAYS_AHEAD)]
  if (firstDay >= first && firstDay <= last) return
  throw invalid({
    first_day: [t.customsImportText.outside({ first, last })],
  })
}

/** What is unusual about a schedule's days: one holds for a week and follows the one before. */
function concernsAbout({ firstDay, lastDay }: CustomsWeek, weeks: CustomsWeeks): string[] {
  const days = daysBetween(firstDay, lastDay) + 1
  const before = [...weeks.values()].findLast((each) => each.firstDay < firstDay)
  const after = [...weeks.values()].find((each) => each.firstDay > firstDay)
  return [
    days === 7 ? '' : t.customsImportText.noWeek({ days }),
    before && addDays(before.lastDay, 1) !== firstDay
      ? t.customsImportText.endsBefore({ last: before.lastDay })
      : '',
    after && addDays(lastDay, 1) !== after.firstDay
      ? t.customsImportText.beginsAfter({ first: after.firstDay })
      : '',
  ].filter(Boolean)
}

/** Which later entry has changed something of an import, as a sentence. */
async function inTheWay(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ id: number; gazette: string | null }>`
    SELECT later.id, (SELECT s.fact ->> 'gazette' FROM change s
      WHERE s.version BETWEEN later.first_change AND later.last_change
        AND s.subject = 'customs schedule' LIMIT 1) AS gazette
    FROM audit_entry e JOIN change c ON c.version BETWEEN e.first_change AND e.last_change
      CROSS JOIN LATERAL newest_of(c) n
      CROSS JOIN LATERAL ${entryOf('n.version')} later
    WHERE e.id = ${id} AND n.version <> c.version AND n.restores IS DISTINCT FROM c.version
    ORDER BY later.id DESC LIMIT 1`.execute(db)
  const { id: later = 0, gazette = null } = rows[0] ?? {}
  return gazette === null
    ? t.customsImportText.changedSince({ entry: later })
    : t.customsImportText.undoLaterFirst({ id: later, gazette })
}

function readRows({ text }: CustomsImport): ReadCustomsRow[] {
  try {
    const rows = readCustomsRows(text)
    if (rows.every(({ otherCurrency }) => otherCurrency !== null))
      throw invalid({ text: [t.customsImportText.noRates] })
    return rows
  } catch (error) {
    return refuseTable(error)
  }
}

interface RowContext {
  readonly week: CustomsWeek
  /** What is unusual about the days. */
  readonly concerns: readonly string[]
  readonly state: CustomsState
}

function checkRow(
  { line, given, currency, rate, otherCurrency, errors }: ReadCustomsRow,
  before: ReadCustomsRow | undefined,
  { week, concerns, state }: RowContext,
): Omit<ImportRow, 'row'> {
  const checked = (
    verdict: ImportRow['verdict'],
    sentences: readonly string[],
    more: Partial<ImportRow> = {},
  ): Omit<ImportRow, 'row'> => ({
    line,
    given,
    date: week.firstDay,
    currency,
    kind: 'customs',
    rate: rate === null ? null : toWire(rate),
    ...(currency && unitsFields(currency)),
    verdict,
    sentence: sentences.join(' '),
    replaces: null,
    warnings: [],
    ...more,
  })
  if (otherCurrency !== null)
    return checked('left out', [t.importsText.otherCurrency({ code: otherCurrency })])
  if (currency === null || rate === null) return checked('wrong', errors.map(inputErrorSentence))
  if (before)
    return before.rate === rate
      ? checked('left out', [t.importsText.sameAsLine({ line: before.line })])
      : checked('wrong', [t.customsImportText.otherRate({ line: before.line, currency })])
  const entry = { ...seriesOf(currency, 'customs'), date: week.firstDay, rate }
  const old = state.entered(entry, entry.date)
  const warnings = old === rate ? [] : [...state.rateWarnings(entry, new Map())]
  const remarks = [...concerns, ...warnings.map(({ sentence }) => sentence)]
  const verdict = old === undefined ? 'new' : old === rate ? 'same' : 'replaces'
  return checked(remarks.length > 0 ? 'suspicious' : verdict, remarks, {
    replaces: old === undefined ? null : toWire(old),
    warnings,
  })
}
