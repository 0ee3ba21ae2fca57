import type { ManualRate, RateWarningOutput } from '../../contract/entries.ts'
import type { RateChange, RateChanges, SeenEntry } from '../../contract/rates/rate-changes.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import type { Transaction } from '../database/schema.ts'
import type { Act } from '../identity/actor.ts'
import { ApiError } from '../errors.ts'
import { findLiveRate, findManualRate, readManualRate } from './manual-rate-queries.ts'
import { deleteManualRate, recordManualRate, restoreManualRate } from './record-manual-rate.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'

type EnteredRate = NonNullable<RateChanges['enter']>[number]

/**
 * Deletes, restores and enters rates, each with its audit entry: all or, where one throws, none.
 * Called under the lock of the rates. Throws 409 where an entry is not as the caller saw it; else
 * as `restoreManualRate` does.
 */
export async function changeManualRates(
  trx: Transaction,
  changes: RateChanges,
  writer: Act,
  warningsOf: (entry: EnteredRate) => readonly RateWarningOutput[],
): Promise<RateChange[]> {
  const done: RateChange[] = []
  for (const seen of changes.delete ?? []) {
    const before = await readSeen(trx, seen)
    await deleteManualRate(trx, seen.id, writer)
    done.push({ before, after: null })
  }
  for (const { id } of changes.restore ?? []) {
    await restoreManualRate(trx, id, writer)
    done.push({ before: null, after: await readManualRate(trx, id) })
  }
  for (const entry of changes.enter ?? []) {
    const before = await readReplaced(trx, entry)
    const warnings = [...warningsOf(entry)]
    const reported = warnings.length > 0 ? { warnings } : {}
    const reason = changes.reason?.trim() ?? ''
    const { id } = await recordManualRate(trx, { ...entry, reason }, writer, reported)
    done.push({ before, after: await readManualRate(trx, id, entry), ...reported })
  }
  return done
}

/** The live entry that a caller saw. */
async function readSeen(trx: Transaction, seen: SeenEntry): Promise<ManualRate> {
  const entry = await findManualRate(trx, seen.id)
  if (!entry) throw new ApiError('not_found', t.entriesText.none)
  if (entry.deleted_at !== null) throw deletedMeanwhile(seriesOfEntry(entry), entry)
  if (entry.updated_at !== seen.updated_at) throw changedMeanwhile(entry)
  return entry
}

/** The live entry that an entered rate replaces, as the caller saw it. */
async function readReplaced(trx: Transaction, entry: EnteredRate): Promise<ManualRate | null> {
  const { date, replaces: seen } = entry
  const live = await findLiveRate(trx, entry, date)
  if (!live) {
    if (seen) throw deletedMeanwhile(entry, entry)
    return null
  }
  const now = await readManualRate(trx, live.id, entry)
  if (now.id !== seen?.id || now.updated_at !== seen.updated_at) throw changedMeanwhile(now)
  return now
}

const seriesOfEntry = ({ base_currency, kind, publisher }: ManualRate) =>
  seriesOf(base_currency, kind, publisher)

function changedMeanwhile(entry: ManualRate): ApiError {
  const { updated_by, date, rate } = entry
  return new ApiError(
    'conflict',
    t.entriesText.changedMeanwhile({
      user: updated_by,
      rate: formatRate(rateOf(rate)),
      target: TARGET_CURRENCY,
      name: rateName(seriesOfEntry(entry)),
      date,
    }),
  )
}

function deletedMeanwhile(series: Series, { date }: Pick<ManualRate, 'date'>): ApiError {
  return new ApiError('conflict', t.entriesText.deletedMeanwhile({ name: rateName(series), date }))
}
