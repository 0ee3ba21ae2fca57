import { calendarDateOf } from '../../domain/calendar-date.ts'
import { toWire } from '../../domain/money.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { lockRates, removeSample } from '../rates/write-rates.ts'
import { beginBatch } from './batches.ts'
import { enterRows } from './import-batch.ts'
import { readEnteredRates } from './import-queries.ts'
import type { HistoryRate } from './read-history-file.ts'
import { auditText } from '../text/en/audit-entries.ts'

/**
 * Enters the rates of a file as the operator's, with one audit entry; a rate that is entered already with the same value stays as it
 * is. The import is listed among the others, and is undone like them. The sample goes: its days between the real ones would be
 * another publisher's. `sha256` of the file, in hex, says later which one it was. Gives what changed.
 */
export async function importHistory(
  trx: Transaction,
  rates: readonly HistoryRate[],
  { at, sha256 }: { readonly at: Date; readonly sha256: string },
) {
  await lockRates(trx, { at }, 'Imported by the operator')
  const days = rates.map(({ date }) => date).sort()
  const first = calendarDateOf(days[0] ?? '')
  const entered = await readEnteredRates(trx, first)
  const rows = rates.flatMap(({ rate, ...day }) => {
    const before = entered(day, day.date)
    const replaces = before === undefined ? null : toWire(before)
    return before === rate ? [] : [{ ...day, rate: toWire(rate), replaces }]
  })
  const sampleRemoved = await removeSample(trx)
  const unchanged = rates.length - rows.length
  if (rows.length === 0 && !sampleRemoved) return { added: 0, replaced: 0, unchanged, sampleRemoved }
  const writer = { userId: null, at }
  const id = await beginBatch(trx, 'rates', writer)
  const { added, replaced } = await enterRows(trx, id, rows, writer)
  const description = auditText.fileImported(added, replaced, sampleRemoved)
  await recordAuditEntry(trx, { actor: OPERATOR, at }, 'import exchange rates', description, {
    metadata: {
      ...{ import: id, source: 'manual', sha256, first_day: first, last_day: days.at(-1) },
      ...{ new: added, replaced, unchanged, sample_removed: sampleRemoved },
    },
  })
  return { added, replaced, unchanged, sampleRemoved }
}
