import type { CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { ALL_SERIES, key, seriesFields, type Series } from '../../domain/series.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { lockRates } from '../rates/write-rates.ts'
import {
  deleteEntries,
  endImports,
  putBackEntries,
  putBackSchedules,
  readChangedDays,
  readChangedSchedules,
  type ChangedDay,
} from './undo-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** What an undo did, or would do. */
export type RateUndo = Awaited<ReturnType<typeof undoRates>>

/**
 * Gives every day whose manual rate a user has changed since an instant what it had before: what the user added is
 * deleted, replaced and deleted rates come back, and so do schedules of customs rates. A day that somebody else has changed since is left.
 * Imports of which nothing stands then are undone as well. One audit entry for each series. `dryRun` changes nothing. Gives the days of
 * either kind, and the schedules of customs rates that count again; without a gazette: none counts.
 */
export async function undoRates(
  trx: Transaction,
  { userId, since, at, dryRun }: { userId: number; since: Date; at: Date; dryRun: boolean },
) {
  await lockRates(trx, at, 'Undone by the operator')
  const changed = await readChangedDays(trx, userId, since)
  const left = changed.filter((day) => day.changed_since)
  const undone = changed.filter((day) => !day.changed_since && day.before !== day.now)
  const schedules = await readChangedSchedules(trx, customsDays(left), { userId, since })
  if (dryRun) return { undone, left, schedules }
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
  await putBackSchedules(trx, schedules, at)
  const firstDays = schedules.map(({ first_day }) => first_day)
  const imports = await endImports(
    trx,
    { entries: undone.map(({ id }) => id), firstDays },
    { userId, since, at },
  )
  const act = { actor: OPERATOR, at }
  const about = { user_id: userId, since: since.toISOString(), ...(imports.length > 0 && { imports }) }
  for (const [series, own] of bySeries(undone)) {
    const deleted = own.filter(({ before }) => before === null).length
    const description = auditText.ratesUndone(userId, series, deleted, own.length - deleted)
    await recordAuditEntry(trx, act, 'undo exchange rates', description, {
      currency: series.currency,
      metadata: {
        ...about,
        left: left.filter((day) => key(day) === key(series)).map(({ date }) => date),
        ...(series.kind === 'customs' && { schedules: firstDays }),
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
  if (firstDays.length > 0 && customsDays(undone).length === 0) {
    const description = auditText.schedulesUndone(userId, firstDays.length)
    const metadata = { ...about, schedules: firstDays }
    await recordAuditEntry(trx, act, 'undo exchange rates', description, { metadata })
  }
  return { undone, left, schedules }
}

/** The first days of the customs rates among these. */
function customsDays(days: readonly ChangedDay[]): CalendarDate[] {
  return days.filter(({ kind }) => kind === 'customs').map(({ date }) => date)
}

/** Rows by their series, in the order of all series. */
export function bySeries<T extends Series>(rows: readonly T[]): (readonly [Series, readonly T[]])[] {
  const own = Map.groupBy(rows, (row) => key(row))
  return ALL_SERIES.map((series) => [series, own.get(key(series)) ?? []] as const).filter(
    ([, some]) => some.length > 0,
  )
}

/** What the database holds of a rate, as a JSON number. */
export function wire(text: string | null): number | null {
  return text === null ? null : toWire(rateOf(text))
}
