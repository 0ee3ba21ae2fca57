import type { ManualRate, RateWarningOutput, SeenEntry } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate, rateOf, type Rate } from '../../domain/money.ts'
import type { RateWarningKind } from '../../domain/rate-warnings.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { rateName, seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { readEntry, readEntryOfDay } from './read-entries.ts'

type SeriesDay = Series & { readonly date: CalendarDate }

export interface EnteredRate extends SeriesDay {
  readonly rate: Rate
  readonly namesKind?: boolean
  readonly accept?: readonly RateWarningKind[] | undefined
  /** Null: the caller saw none. Undefined: replaces any. */
  readonly replaces?: SeenEntry | null | undefined
}

/** Without a version, any is meant. */
interface PerhapsSeen {
  readonly id: number
  readonly version?: number | undefined
  readonly accept?: readonly RateWarningKind[] | undefined
}

interface EntryChanges {
  readonly delete?: readonly PerhapsSeen[] | undefined
  readonly restore?: readonly PerhapsSeen[] | undefined
  readonly enter?: readonly EnteredRate[] | undefined
  readonly reason?: string | undefined
}

interface Change {
  readonly before: ManualRate | null
  readonly after: ManualRate | null
  readonly warnings?: RateWarningOutput[]
}
type Deleted = Change & { readonly before: ManualRate; readonly after: null }
type Saved = Change & { readonly after: ManualRate }

type Changes<C extends EntryChanges> = C extends { delete: readonly [unknown] }
  ? [Deleted]
  : C extends { enter: readonly [unknown] } | { restore: readonly [unknown] }
    ? [Saved]
    : Change[]

/**
 * Holds the lock of the facts and changes all or nothing. Throws 409 if an entry changed, is live
 * already or its day is taken, 404 if it is unknown.
 */
export async function changeEntries<const C extends EntryChanges>(
  trx: Transaction,
  changes: C,
  writer: Act,
  warningsFor: (entry: EnteredRate) => RateWarningOutput[] = () => [],
): Promise<Changes<C>> {
  const done: Change[] = []
  const reason = changes.reason?.trim() ?? ''
  for (const seen of changes.delete ?? []) done.push(await deleteEntry(trx, seen, writer, reason))
  for (const seen of changes.restore ?? []) done.push(await restoreEntry(trx, seen, writer, reason))
  for (const entry of changes.enter ?? [])
    done.push(await enterRate(trx, entry, { writer, reason, warnings: warningsFor(entry) }))
  return done as Changes<C>
}

async function enterRate(
  trx: Transaction,
  entry: EnteredRate,
  { writer, reason, warnings }: { writer: Act; reason: string; warnings: RateWarningOutput[] },
): Promise<Change> {
  const before = (await readEntryOfDay(trx, entry, entry.namesKind)) ?? null
  const { currency, kind, publisher, date, rate, replaces } = entry
  if (replaces !== undefined) {
    if (!before && replaces) throw deletedMeanwhile(entry)
    if (before && (before.id !== replaces?.id || before.version !== replaces.version))
      throw changedMeanwhile(before)
  }
  const fact = {
    currency,
    kind,
    publisher,
    date,
    source: 'manual',
    rate: formatRate(rate),
  } as const
  const { first } = await recordChanges(trx, [fact])
  const action = before ? 'update exchange rate' : 'create exchange rate'
  const reported = warnings.length > 0 ? { warnings } : {}
  await recordAuditEntry(trx, writer, action, enteredSentence(entry, before), {
    metadata: reported,
    content: { reason },
  })
  const after = await readStoredEntry(trx, before?.id ?? first, entry.namesKind)
  return { before, after, ...reported }
}

async function deleteEntry(
  trx: Transaction,
  { id, version }: PerhapsSeen,
  writer: Act,
  reason: string,
): Promise<Change> {
  const found = await readEntry(trx, id)
  const isLive = found?.deleted_at === null
  if (version === undefined && !isLive) throw new ApiError('not_found', t.entriesText.noneToDelete)
  if (!found) throw new ApiError('not_found', t.entriesText.none)
  const day = dayOfEntry(found)
  if (!isLive) throw deletedMeanwhile(day)
  if (version !== undefined && found.version !== version) throw changedMeanwhile(found)
  await recordChanges(trx, [{ ...day, source: 'manual', rate: null }])
  const description = t.auditText.rateDeleted(places(day, rateOf(found.rate)))
  await recordAuditEntry(trx, writer, 'delete exchange rate', description, { content: { reason } })
  return { before: found, after: null }
}

async function restoreEntry(
  trx: Transaction,
  { id, version }: PerhapsSeen,
  writer: Act,
  reason: string,
): Promise<Change> {
  const found = await readEntry(trx, id)
  if (!found) throw new ApiError('not_found', t.entriesText.none)
  if (found.deleted_at === null) throw new ApiError('conflict', t.entriesText.notDeleted)
  if (version !== undefined && found.version !== version) throw changedMeanwhile(found)
  const day = dayOfEntry(found)
  if (await readEntryOfDay(trx, day))
    throw new ApiError(
      'conflict',
      t.entriesText.dayTaken({ name: seriesName(day), date: day.date }),
    )
  const rate = rateOf(found.rate)
  await recordChanges(trx, [
    { ...day, source: 'manual', rate: formatRate(rate), restores: found.version },
  ])
  const description = t.auditText.rateRestored(places(day, rate))
  await recordAuditEntry(trx, writer, 'restore exchange rate', description, { content: { reason } })
  return { before: null, after: await readStoredEntry(trx, id) }
}

/** Returns the deleted ones among the entries, as if they were entered. */
export async function readDeleted(
  trx: Transaction,
  restored: readonly PerhapsSeen[],
): Promise<EnteredRate[]> {
  const deleted: EnteredRate[] = []
  for (const { id, accept } of restored) {
    const found = await readEntry(trx, id)
    if (found?.deleted_at) deleted.push({ ...dayOfEntry(found), rate: rateOf(found.rate), accept })
  }
  return deleted
}

async function readStoredEntry(
  trx: Transaction,
  id: number,
  namesKind = false,
): Promise<ManualRate> {
  const entry = await readEntry(trx, id, namesKind)
  if (!entry) throw new RangeError(`There is no entry ${id}.`)
  return entry
}

const dayOfEntry = ({ base_currency, kind, publisher, date }: ManualRate): SeriesDay => ({
  ...seriesOf(base_currency, kind, publisher),
  date,
})

const places = (day: SeriesDay, rate: Rate) => ({
  name: rateName(day),
  date: day.date,
  target: TARGET_CURRENCY,
  rate: formatRate(rate),
})

function enteredSentence(entry: EnteredRate, before: ManualRate | null): string {
  const { rate: to, ...rest } = places(entry, entry.rate)
  const texts = { ...rest, to }
  if (!before) return t.auditText.rateAdded(texts)
  const from = formatRate(rateOf(before.rate))
  return from === to
    ? t.auditText.rateEnteredAgain(texts)
    : t.auditText.rateChanged({ ...texts, from })
}

function changedMeanwhile(entry: ManualRate): ApiError {
  const day = dayOfEntry(entry)
  return new ApiError(
    'conflict',
    t.entriesText.changedMeanwhile({
      ...places(day, rateOf(entry.rate)),
      user: entry.updated_by,
    }),
  )
}

function deletedMeanwhile(day: SeriesDay): ApiError {
  return new ApiError(
    'conflict',
    t.entriesText.deletedMeanwhile({ name: rateName(day), date: day.date }),
  )
}
