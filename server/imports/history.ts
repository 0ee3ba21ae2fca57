import * as z from 'zod/mini'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { toWire } from '../../domain/money.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { RateWarningKind } from '../../domain/rate-warnings.ts'
import { key, RATE_KINDS, type RateKey } from '../../domain/series.ts'
import type { RateWarningOutput } from '../../contract/entries.ts'
import { defineRateRow } from '../../contract/imports.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, namedFields, type FieldErrors } from '../errors.ts'
import { OPERATOR } from '../identity/actor.ts'
import { openWarnings } from '../rates/doubtful-rates.ts'
import { MAIN, toPiece } from '../rates/rate-book.ts'
import { readBankSeries, readPiece } from '../rates/read-pieces.ts'
import { lockFacts, removeSample } from '../rates/write-rates.ts'
import { checkedRows, readCsv } from './csv.ts'
import { checkRates, enteredRate, entryOfRow, readEnteredRates, type Entry } from './rates.ts'

/** Rates of any kind, without a limit of rows. */
const historyRow = defineRateRow(z.enum(RATE_KINDS))

/**
 * Reads a CSV of rates of days up to `today`, each day once. `errors` are sentences about the first
 * 20 wrong fields and a count of the others.
 */
export async function readHistoryFile(
  text: string,
  today: CalendarDate,
): Promise<{ readonly rates: readonly Entry[]; readonly errors: readonly string[] }> {
  try {
    const rows = await checkedRows(readCsv(text, Infinity), historyRow, true)
    const found = new Map<RateKey, Entry>()
    const wrong: [field: string, sentence: string][] = []
    for (const entry of rows.map(entryOfRow)) {
      const { date, line, currency } = entry
      const day = key(entry, date)
      const before = found.get(day)
      if (date > today) wrong.push([`line ${line}, date`, t.csvText.afterToday({ date, today })])
      else if (before && before.rate !== entry.rate)
        wrong.push([`line ${line}`, t.csvText.otherRate({ currency, date, line: before.line })])
      else if (!before) found.set(day, entry)
    }
    return { rates: [...found.values()], errors: errorLines(namedFields(wrong)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { rates: [], errors: errorLines(error.fields ?? {}) }
  }
}

const errorLines = (fields: FieldErrors): string[] =>
  Object.entries(fields).flatMap(([field, sentences]) =>
    sentences.map((sentence) => (field === 'body' ? sentence : `${field}: ${sentence}`)),
  )

/** Returns warnings about figures that neither `accept` nor their row accepts, by line. */
export async function findDoubts(
  db: Db,
  rates: readonly Entry[],
  { feed, today, accept }: DoubtOptions,
): Promise<readonly { readonly line: number; readonly warnings: readonly RateWarningOutput[] }[]> {
  const { book } = await readPiece(db, feed, MAIN)
  const pieces = new Set(rates.map(toPiece))
  for (const series of await readBankSeries(db)) {
    const piece = toPiece(series)
    if (pieces.has(piece)) book.install(piece, (await readPiece(db, feed, series)).book)
  }
  const state = { today, book, entered: await readEnteredRates(db, rates) }
  return (await checkRates(rates, state)).flatMap(({ line, warnings }, at) => {
    const open = openWarnings(warnings, [...accept, ...(rates[at]?.accept ?? [])])
    return open.length === 0 ? [] : [{ line, warnings: open }]
  })
}

interface DoubtOptions {
  readonly feed: RateFeedName | null
  readonly today: CalendarDate
  readonly accept: readonly RateWarningKind[]
}

/**
 * Enters rates as the operator's, as an import that can be undone, and removes the sample. `sha256`
 * of the file identifies it later.
 */
export async function importHistory(
  trx: Transaction,
  rates: readonly Entry[],
  { at, sha256 }: { readonly at: Date; readonly sha256: string },
) {
  await lockFacts(trx)
  const entered = await readEnteredRates(trx, rates)
  const rows = rates.flatMap(({ rate, ...day }) => {
    const before = entered(day, day.date)
    return before === rate ? [] : [{ ...day, rate: toWire(rate), isNew: before === undefined }]
  })
  const sampleRemoved = await removeSample(trx)
  const unchanged = rates.length - rows.length
  if (rows.length === 0 && !sampleRemoved)
    return { added: 0, replaced: 0, unchanged, sampleRemoved }
  await recordChanges(
    trx,
    rows.map(({ publisher, ...row }) => enteredRate({ ...row, publisher: publisher ?? undefined })),
  )
  const added = rows.filter(({ isNew }) => isNew).length
  const replaced = rows.length - added
  const description = t.auditText.fileImported({ added, replaced, sampleRemoved })
  await recordAuditEntry(trx, { actor: OPERATOR, at }, 'import exchange rates', description, {
    metadata: { import: 'rates', source: 'manual', sha256, unchanged },
  })
  return { added, replaced, unchanged, sampleRemoved }
}
