import { calendarDateOf, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { lockFacts, removeSample } from '../rates/write-rates.ts'
import { enteredRate } from './rate-rows.ts'
import { readEnteredRates } from './import-queries.ts'
import { currencies, isCurrency, unitsOf } from '../../domain/currency.ts'
import { readRate } from '../../domain/import-rows.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { readTable, TABLE_LIMITS, TableError, type TableRow } from '../../domain/pasted-table.ts'
import { DEFAULT_KIND, key, RATE_KINDS, type RateKey, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'

export interface HistoryRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
}

const COLUMNS = ['date', 'currency', 'rate', 'kind']

/**
 * Reads a CSV of `date,currency,rate` or `date,currency,rate,kind`: days as `YYYY-MM-DD` up to
 * `today`, rupees for one unit. Gives its rates, each day once, and a sentence for each wrong row.
 * Nothing is guessed: nobody looks at the rows before they are stored.
 */
export function readHistoryFile(text: string, today: CalendarDate) {
  const found = new Map<RateKey, { readonly line: number; readonly rate: HistoryRate }>()
  const errors: string[] = []
  let columns: readonly string[] | undefined
  try {
    for (const row of readTable(text)) {
      if (!columns) {
        columns = row.cells.map((cell) => cell.toLowerCase())
        if (!isHeading(columns)) return { rates: [], errors: [t.historyFileText.heading] }
        continue
      }
      const read = readRow(row, columns.length, today)
      if (typeof read === 'string') {
        errors.push(lineError(row.line, read))
        continue
      }
      const day = key(read, read.date)
      const before = found.get(day)
      if (before && before.rate.rate !== read.rate)
        errors.push(
          lineError(row.line, t.historyFileText.otherRate({ ...read, line: before.line })),
        )
      if (!before) found.set(day, { line: row.line, rate: read })
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    const { line, limit } = error
    errors.push(
      lineError(line, t.historyFileText.beyondLimit({ most: TABLE_LIMITS[limit], limit })),
    )
  }
  if (found.size + errors.length === 0) errors.push(t.importsText.noRows)
  return { rates: [...found.values()].map(({ rate }) => rate), errors }
}

const lineError = (line: number, sentence: string) => t.historyFileText.line({ line, sentence })

function isHeading(cells: readonly string[]): boolean {
  return cells.length >= 3 && cells.join() === COLUMNS.slice(0, cells.length).join()
}

/** The rate of a row, or what is wrong with it. */
function readRow({ cells }: TableRow, columns: number, today: CalendarDate): HistoryRate | string {
  const [date = '', currency = '', rateText = '', kindText = ''] = cells
  const text = t.historyFileText
  if (cells.length > columns) return text.columns({ count: cells.length, columns })
  if (!isCalendarDate(date)) return text.noDay({ given: date })
  if (date > today) return text.afterToday({ date, today })
  if (!isCurrency(currency))
    return text.currency({ given: currency, known: currencies().join(', ') })
  const rate = readRate(rateText, unitsOf(currency))
  if (typeof rate === 'string') return inputErrorSentence(rate)
  const kind = RATE_KINDS.find((each) => each === (kindText || DEFAULT_KIND))
  if (!kind) return text.kind({ given: kindText, known: RATE_KINDS.join(', ') })
  return { date, currency, rate, kind }
}

/**
 * Enters a file's rates as the operator's, with one audit entry, as an import that can be undone.
 * Equal rates stay; the sample goes. `sha256` of the file identifies it later. Gives what changed.
 */
export async function importHistory(
  trx: Transaction,
  rates: readonly HistoryRate[],
  { at, sha256 }: { readonly at: Date; readonly sha256: string },
) {
  await lockFacts(trx)
  const days = rates.map(({ date }) => date).sort()
  const first = calendarDateOf(days[0] ?? '')
  const entered = await readEnteredRates(trx, first)
  const rows = rates.flatMap(({ rate, ...day }) => {
    const before = entered(day, day.date)
    return before === rate ? [] : [{ ...day, rate: toWire(rate), isNew: before === undefined }]
  })
  const sampleRemoved = await removeSample(trx)
  const unchanged = rates.length - rows.length
  if (rows.length === 0 && !sampleRemoved)
    return { added: 0, replaced: 0, unchanged, sampleRemoved }
  const act = { actor: OPERATOR, at }
  await recordChanges(trx, rows.map(enteredRate))
  const added = rows.filter(({ isNew }) => isNew).length
  const replaced = rows.length - added
  const description = t.auditText.fileImported({ added, replaced, sampleRemoved })
  await recordAuditEntry(trx, act, 'import exchange rates', description, {
    metadata: {
      import: 'rates',
      source: 'manual',
      sha256,
      unchanged,
    },
  })
  return { added, replaced, unchanged, sampleRemoved }
}
