import type { ManualRateInput } from '../../contract/schema/entries.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf, toWire, type Rate } from '../../domain/money.ts'
import { seriesFields, type Series } from '../../domain/series.ts'
import type { Act } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { keepReason } from '../rates/write-rates.ts'
import { findLiveRate } from './manual-rate-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { entriesText } from '../text/en/entries.ts'

/** What the audit trail keeps beside the change itself. */
type Remarks = Readonly<Record<string, unknown>>

/** Enters a rate, or replaces the live one of its series and day; with its audit entry. */
export async function recordManualRate(
  trx: Transaction,
  entry: ManualRateInput,
  writer: Act,
  remarks: Remarks = {},
): Promise<{ id: number; created: boolean }> {
  const { currency, date, rate, reason } = entry
  await keepReason(trx, reason)
  const before = await findLiveRate(trx, entry, date)
  const id = await storeRate(trx, before?.id, entry, writer)
  const from = before ? rateOf(before.rate) : null
  const action = before ? 'update exchange rate' : 'create exchange rate'
  await recordAuditEntry(trx, writer, action, auditText.rateEntered(entry, from, rate), {
    currency,
    metadata: { ...changeOf(id, entry, from, rate), ...remarks },
    ...(reason !== '' && { personalMetadata: { reason } }),
  })
  return { id, created: !before }
}

/** Marks a live entry as deleted. Throws 404 where there is none under this id. */
export async function deleteManualRate(trx: Transaction, id: number, writer: Act): Promise<void> {
  const { actor, at } = writer
  const row = await trx
    .updateTable('manual_rate')
    .set({ deleted_at: at, deleted_by: actor.userId })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['currency', 'kind', 'date', 'rate'])
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found', entriesText.noneToDelete)
  const rate = rateOf(row.rate)
  await recordAuditEntry(trx, writer, 'delete exchange rate', auditText.rateDeleted(row, rate), {
    currency: row.currency,
    metadata: changeOf(id, row, rate, null),
  })
}

/** Brings a deleted entry back. Throws 404 where there is none under this id, 409 where it is live or its day is taken. */
export async function restoreManualRate(trx: Transaction, id: number, writer: Act): Promise<void> {
  const { actor, at } = writer
  const row = await trx
    .selectFrom('manual_rate')
    .select(['currency', 'kind', 'date', 'rate', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found', entriesText.none)
  if (row.deleted_at === null) throw new ApiError('conflict', entriesText.notDeleted)
  if (await findLiveRate(trx, row, row.date)) {
    throw new ApiError('conflict', entriesText.dayTaken(row, row.date))
  }
  await trx
    .updateTable('manual_rate')
    .set({ deleted_at: null, deleted_by: null, updated_at: at, updated_by: actor.userId })
    .where('id', '=', id)
    .execute()
  const rate = rateOf(row.rate)
  await recordAuditEntry(trx, writer, 'restore exchange rate', auditText.rateRestored(row, rate), {
    currency: row.currency,
    metadata: changeOf(id, row, null, rate),
  })
}

/** Replaces the rate of the entry `id`, or enters it where there is none; gives the entry's number. */
async function storeRate(
  trx: Transaction,
  id: number | undefined,
  { currency, kind, date, rate }: ManualRateInput,
  { actor: { userId }, at }: Act,
): Promise<number> {
  const entered = { rate: formatRate(rate), updated_at: at, updated_by: userId }
  const created = { currency, kind, date, created_at: at, created_by: userId }
  const stored =
    id === undefined
      ? trx
          .insertInto('manual_rate')
          .values({ ...created, ...entered })
          .returning('id')
      : trx.updateTable('manual_rate').set(entered).where('id', '=', id).returning('id')
  return (await stored.executeTakeFirstOrThrow()).id
}

type DayOfSeries = Series & { readonly date: CalendarDate }

function changeOf(id: number, day: DayOfSeries, from: Rate | null, to: Rate | null) {
  return {
    id,
    ...seriesFields(day),
    date: day.date,
    from: from === null ? null : toWire(from),
    to: to === null ? null : toWire(to),
  }
}
