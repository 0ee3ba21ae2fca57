import type { RateImport } from '../../contract/imports/import-body.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/rate-warnings.ts'
import { readImport, type ImportOptions, type ReadImport } from '../../domain/import-rows.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { publisherNamedIn, type Series, seriesOf } from '../../domain/series.ts'
import type { RateFact } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { checkManualRate } from '../entries/warnings.ts'
import { bySeries, nameOf } from '../entries/undo-rates.ts'
import { invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { RateDependencies } from '../deps.ts'
import { checkRates, type ImportState } from './check-rates.ts'
import { readEnteredRates } from './import-queries.ts'
import { refuseTable, type RowKind } from './row-kind.ts'
import { t } from '../../text/sentences.ts'

/** Rates of days, a row each or a column for each currency. */
export const RATE_ROWS: RowKind<RateImport> = {
  action: 'import exchange rates',
  fact: 'rate',
  unchanged: () => t.rateImportText.unchanged,
  read: async (given) => {
    const read = await readRateTable(given)
    // Where the columns are shown, a user can say what is in them.
    if (!given.with_table || read.table.length === 0) refuseWithoutRates(read)
    const publisher = publisherOf(given, read)
    return async (db, deps) => ({
      rows: await checkRates(read, { ...given, publisher }, await currentState(db, deps)),
      read,
      ...(publisher && { publisher }),
      changeOf: enteredRate,
      described: (rows, { added, replaced }, leftOut) =>
        t.auditText.ratesImported({
          rates: counted(added + replaced, seriesIn(rows)),
          added,
          replaced,
          rounded: rows.filter(({ rounded_from }) => rounded_from !== undefined).length,
          leftOut: leftOut.length,
        }),
      message: ({ added, replaced }) => t.rateImportText.imported({ count: added + replaced }),
    })
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

/** `3 USD rates`, of several series `12 rates of 3 series`. */
const counted = (count: number, series: readonly Series[]) =>
  t.auditText.rates({ count, ...nameOf(series) })

/** A row that has no errors, as a manual rate. */
export function enteredRate(
  row: Partial<Omit<ImportRow, 'publisher'> & Pick<RateFact, 'publisher'>>,
): RateFact {
  const { currency, kind, publisher, date, rate } = row
  if (!currency || !date || typeof rate !== 'number')
    throw new Error('A row without errors has a rate')
  const series = seriesOf(currency, kind, publisher)
  return { ...series, date, source: 'manual', rate: formatRate(rateOf(rate)) }
}

/** Whose rates a table has: as the request says, or else its lines above the first rate. */
function publisherOf({ text, publisher }: RateImport, { rows }: ReadImport): string | undefined {
  if (publisher !== undefined) return publisher ?? undefined
  const first = Math.min(...rows.map(({ line }) => line))
  const title = text
    .split('\n', first - 1)
    .slice(0, MAX_TITLE_LINES)
    .join('\n')
  return publisherNamedIn(title)
}

const seriesIn = (rows: readonly ImportRow[]) =>
  bySeries(rows.map(enteredRate)).map(([each]) => each)

type Given = Pick<RateImport, 'text' | 'date_order'> & Omit<ImportOptions, 'dateOrder'>

/** Reads the rates of a text. Throws 400 for one beyond `TABLE_LIMITS`. */
export async function readRateTable(given: Given): Promise<ReadImport> {
  const { text, date_order: dateOrder, ...options } = given
  try {
    return await runInSlices(readImport(text, { ...options, dateOrder }))
  } catch (error) {
    return refuseTable(error, t.rateImportText.beyondLimit)
  }
}

/** Lines of a title, a heading and what stands between. */
const MAX_TITLE_LINES = 20
/** How many columns a refusal names. */
const MAX_NAMED = 4

/** Throws 400 for a table without rates, by the headings of its columns where they say why. */
function refuseWithoutRates({ rows, asked, unused }: ReadImport): void {
  if (rows.length + asked.length > 0) return
  const why = unused.slice(0, MAX_NAMED).map(unusedSentence)
  throw invalid({
    text: [
      why.length === 0
        ? t.importsText.noRows
        : t.rateImportText.nothingUsed({ sentences: why.join(' ') }),
    ],
  })
}

/** Why a column is not used, with its heading. */
export function unusedSentence({ heading, why }: ReadImport['unused'][number]): string {
  return t.rateImportText.unused[why]({ heading })
}

/** The live entries of the window as they are in the database, and the book. */
async function currentState(
  db: Db,
  { clock, liveRateBook: { book } }: RateDependencies,
): Promise<ImportState> {
  const today = dayInColombo(clock())
  const from = addDays(today, -ENTRY_WINDOW_DAYS)
  return {
    today,
    calendar: book.holidays.calendar,
    entered: await readEnteredRates(db, from),
    enteredEarlier: (series, date) =>
      date < from ? book.rateFrom(series, date, 'manual') : undefined,
    published: (series, date) => book.publishedOn(series, date),
    rateWarnings: (...of) => checkManualRate(book, ...of),
  }
}
