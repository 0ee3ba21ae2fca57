import { allSeries, bankSeries, key, type Series } from '../../domain/series.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { undoChanges } from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { planUndo, readEntriesToUndo, readUndoneImports } from './undo-queries.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'

interface UndoneUser {
  readonly id: number
  readonly name: string
  readonly email: string
}

export type RateUndo = Awaited<ReturnType<typeof undoRates>>

/**
 * Restores each day's rate and schedule unless somebody changed it later. Writes one audit entry,
 * none with `dryRun`. `null` is the operator.
 */
export async function undoRates(
  trx: Transaction,
  { user, since, at, dryRun }: { user: UndoneUser | null; since: Date; at: Date; dryRun: boolean },
) {
  await lockFacts(trx)
  const entries = await readEntriesToUndo(trx, user?.id ?? null, since)
  const { days, schedules } = await planUndo(trx, entries)
  const left = days.filter((day) => day.changed_since)
  const undone = days.filter((day) => !day.changed_since && day.before !== day.now)
  if (dryRun || undone.length + schedules.length === 0) return { undone, left, schedules }
  const range = await undoChanges(trx, entries, { isLimited: false })
  const imports = await readUndoneImports(trx, range.last)
  const deleted = undone.filter(({ before }) => before === null).length
  const act = { actor: OPERATOR, at }
  const series = bySeries(undone).map(([each]) => each)
  const who = user ? '[subject]' : 'the operator'
  const description =
    undone.length > 0
      ? t.auditText.ratesUndone({
          who,
          ...fillSeriesName(series),
          deleted,
          putBack: undone.length - deleted,
        })
      : t.auditText.schedulesUndone({ who, count: schedules.length })
  await recordAuditEntry(trx, act, 'undo exchange rates', description, {
    metadata: {
      since: since.toISOString(),
      ...(imports.length > 0 && { imports }),
      left: left.map(({ date }) => date),
    },
    ...(user && { subject: user }),
  })
  return { undone, left, schedules }
}

export const fillSeriesName = (series: readonly Series[]) => ({
  name: series[0] && series.length === 1 ? rateName(series[0]) : null,
  series: series.length,
})

export function bySeries<T extends Series>(
  rows: readonly T[],
): (readonly [Series, readonly T[]])[] {
  const order = new Map([...allSeries(), ...bankSeries()].map((series, at) => [key(series), at]))
  const byKey = Map.groupBy(rows, (row) => key(row))
  return [...byKey]
    .sort(([one], [other]) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity))
    .flatMap(([, some]) => (some[0] ? [[some[0], some] as const] : []))
}
