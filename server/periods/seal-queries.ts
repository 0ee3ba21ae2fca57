import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate } from '../../domain/money.ts'
import type { Period, PeriodFigures } from '../../domain/period.ts'
import { countingSources, type RateFeedName } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import type { Db, Transaction } from '../database/schema.ts'

/** Days that are named of a sealed period that was corrected. */
const MAX_CORRECTIONS = 31

/** Days of a series, and the change of a rate after which another is a correction. */
export interface SealedStretch {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly after: number
}

/** The days whose rate was changed after each of some stretches was sealed, with the stretch's index and the first change. */
export async function readCorrections(
  db: Db,
  { currency, kind }: Series,
  feed: RateFeedName | null,
  stretches: readonly SealedStretch[],
): Promise<{ index: number; date: CalendarDate; at: Date }[]> {
  const { rows } = await sql<{ index: number; date: CalendarDate; at: Date }>`
    SELECT n - 1 AS index, revised.date, revised.at
    FROM jsonb_array_elements(${JSON.stringify(stretches)}::jsonb) WITH ORDINALITY AS stretch (value, n),
      LATERAL (SELECT date::date AS date, min(at) AS at FROM rate_revision
        WHERE currency = ${currency} AND kind = ${kind} AND source = ANY(${countingSources(feed)})
          AND date BETWEEN (value->>'from')::date AND (value->>'to')::date AND version > (value->>'after')::bigint
        GROUP BY date ORDER BY date LIMIT ${MAX_CORRECTIONS}) AS revised
    ORDER BY n, revised.date`.execute(db)
  return rows
}

/** Keeps the figures of a period as they are now, with the audit entry that says so. */
export async function insertSeal(
  trx: Transaction,
  { series, period, figures }: { series: Series; period: Period; figures: PeriodFigures },
  { version, at, auditEntry }: { version: number; at: Date; auditEntry: number },
): Promise<void> {
  const { opening, closing, averagePublished, averageCalendar, min, max } = figures
  await trx
    .insertInto('period_seal')
    .values({
      currency: series.currency,
      kind: series.kind,
      unit: period.unit,
      first_day: period.from,
      last_day: period.to,
      opening: opening && formatRate(opening.rate),
      opening_date: opening && opening.date,
      closing: formatRate(closing.rate),
      closing_date: closing.date,
      average_published: formatRate(averagePublished.rate),
      published_days: averagePublished.days,
      average_calendar: formatRate(averageCalendar.rate),
      calendar_days: averageCalendar.days,
      min: formatRate(min.rate),
      min_date: min.date,
      max: formatRate(max.rate),
      max_date: max.date,
      rate_version: version,
      sealed_at: at,
      audit_entry: auditEntry,
      audit_hash: sql<Buffer>`(SELECT hash FROM audit_entry WHERE id = ${auditEntry})`,
    })
    .execute()
}
