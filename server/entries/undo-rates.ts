import type { CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { ALL_SERIES, key, seriesFields } from '../../domain/series.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { lockRates } from '../rates/write-rates.ts'
import {
  deleteEntries,
  putBackEntries,
  putBackSchedules,
  readChangedDays,
  type ChangedDay,
} from './undo-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** What an undo did, or would do. */
export interface RateUndo {
  /** Days that got back what they had before the user; `before` is null where the entry is deleted. */
  readonly undone: readonly ChangedDay[]
  /** Days that somebody else has changed since: left as they are. */
  readonly left: readonly ChangedDay[]
}

/**
 * Gives every day whose manual rate a user has changed since an instant what it had before: what the user added is
 * deleted, replaced and deleted rates come back, customs rates with their schedule. A day that somebody else has changed since is left. One audit entry for each
 * series. `dryRun` changes nothing.
 */
export async function undoRates(
  trx: Transaction,
  { userId, since, at, dryRun }: { userId: number; since: Date; at: Date; dryRun: boolean },
): Promise<RateUndo> {
  await lockRates(trx, at, 'Undone by the operator')
  const changed = await readChangedDays(trx, userId, since)
  const left = changed.filter((day) => day.changed_since)
  const undone = changed.filter((day) => !day.changed_since && day.before !== day.now)
  if (dryRun) return { undone, left }
  const added = undone.filter(({ before }) => before === null)
  await deleteEntries(
    trx,
    added.map(({ id }) => id),
    at,
  )
  await putBackEntries(
    trx,
    undone.flatMap(({ id, before }) => (before === null ? [] : [{ id, rate: before }])),
    at,
  )
  const leftSchedules = new Set(customsDays(left))
  const days = [...new Set(customsDays(undone))].filter((day) => !leftSchedules.has(day))
  const schedules = await putBackSchedules(trx, days, { userId, since, at })
  for (const series of ALL_SERIES) {
    const own = undone.filter((day) => key(day) === key(series))
    if (own.length === 0) continue
    const deleted = own.filter(({ before }) => before === null).length
    await recordAuditEntry(trx, {
      action: 'undo exchange rates',
      description: auditText.ratesUndone(userId, series, deleted, own.length - deleted),
      ...{ actor: OPERATOR, at, currency: series.currency },
      metadata: {
        user_id: userId,
        since: since.toISOString(),
        left: left.filter((day) => key(day) === key(series)).map(({ date }) => date),
        ...(series.kind === 'customs' && { schedules }),
        changes: own.map(({ id, date, now, before }) => ({
          id,
          ...seriesFields(series),
          date,
          from: wire(now),
          to: wire(before),
        })),
      },
    })
  }
  return { undone, left }
}

/** The first days of the customs rates among these. */
function customsDays(days: readonly ChangedDay[]): CalendarDate[] {
  return days.filter(({ kind }) => kind === 'customs').map(({ date }) => date)
}

function wire(text: string | null): number | null {
  return text === null ? null : toWire(rateOf(text))
}
