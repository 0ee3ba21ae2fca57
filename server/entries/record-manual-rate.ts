import type { ManualRateInput } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'
import type { Act } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { findLiveRate } from './manual-rate-queries.ts'
import { rateName, seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'

/** What the audit trail keeps beside the change itself. */
type Remarks = Readonly<Record<string, unknown>>

/** Enters a rate, or replaces the live one of its series and day; with its audit entry. */
export async function recordManualRate(
  trx: Transaction,
  entry: ManualRateInput,
  writer: Act,
  remarks: Remarks = {},
): Promise<{ id: number; created: boolean }> {
  const { currency, kind, publisher, date, rate, reason } = entry
  const before = await findLiveRate(trx, entry, date)
  const entered = { currency, kind, publisher, date, source: 'manual' } as const
  const { first } = await recordChanges(trx, [{ ...entered, rate: formatRate(rate) }])
  const id = before?.id ?? first
  const from = before ? rateOf(before.rate) : null
  const action = before ? 'update exchange rate' : 'create exchange rate'
  await recordAuditEntry(trx, writer, action, enteredSentence(entry, from, rate), {
    metadata: remarks,
    texts: { reason },
  })
  return { id, created: !before }
}

const placesOf = (day: Series & { readonly date: CalendarDate }) => ({
  name: rateName(day),
  date: day.date,
  target: TARGET_CURRENCY,
})

function enteredSentence(entry: ManualRateInput, from: Rate | null, rate: Rate): string {
  const places = { ...placesOf(entry), to: formatRate(rate) }
  if (from === null) return t.auditText.rateAdded(places)
  return from === rate
    ? t.auditText.rateEnteredAgain(places)
    : t.auditText.rateChanged({ ...places, from: formatRate(from) })
}

/** Marks a live entry as deleted. Throws 404 where there is none under this id. */
export async function deleteManualRate(trx: Transaction, id: number, writer: Act): Promise<void> {
  const row = await findEntry(trx, id)
  if (!row || row.ended !== null) throw new ApiError('not_found', t.entriesText.noneToDelete)
  const { currency, kind, publisher, date } = row
  await recordChanges(trx, [{ currency, kind, publisher, date, source: 'manual', rate: null }])
  await recordAuditEntry(
    trx,
    writer,
    'delete exchange rate',
    t.auditText.rateDeleted({ ...placesOf(row), rate: row.rate }),
  )
}

/**
 * Restores a deleted entry. Throws 404 where there is none, 409 where it is live or its day is
 * taken.
 */
export async function restoreManualRate(trx: Transaction, id: number, writer: Act): Promise<void> {
  const row = await findEntry(trx, id)
  if (!row) throw new ApiError('not_found', t.entriesText.none)
  if (row.ended === null) throw new ApiError('conflict', t.entriesText.notDeleted)
  if (await findLiveRate(trx, row, row.date)) {
    throw new ApiError(
      'conflict',
      t.entriesText.dayTaken({ name: seriesName(row), date: row.date }),
    )
  }
  const { currency, kind, publisher, date, restores } = row
  const restored = { currency, kind, publisher, date, source: 'manual', restores } as const
  await recordChanges(trx, [{ ...restored, rate: row.rate }])
  await recordAuditEntry(
    trx,
    writer,
    'restore exchange rate',
    t.auditText.rateRestored({ ...placesOf(row), rate: row.rate }),
  )
}

/** An entry, live or not, with the change whose value is put back where it is restored. */
function findEntry(trx: Transaction, id: number) {
  return trx
    .selectFrom('live_fact as f')
    .innerJoin('change as c', 'c.version', 'f.version')
    .select(['f.currency', 'f.kind', 'f.publisher', 'f.date', 'f.rate', 'f.ended'])
    .select((eb) => eb.fn.coalesce('c.restores', 'c.version').as('restores'))
    .where('f.id', '=', id)
    .where('f.source', '=', 'manual')
    .executeTakeFirst()
}
