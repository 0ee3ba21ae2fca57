import { sql } from 'kysely'
import type { PeriodRate } from '../../contract/periods.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Series } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'

export type Stretch = Series & { readonly from: CalendarDate; readonly to: CalendarDate }

export type Recomputed = Pick<
  PeriodRate,
  'opening' | 'closing' | 'average_published' | 'average_calendar' | 'min' | 'max' | 'moved_percent'
>

/**
 * Computes periods in PostgreSQL from the stored rates, without the product's arithmetic:
 * `numeric` averages round half away from zero.
 */
export async function recomputePeriods(
  db: Db,
  stretches: readonly Stretch[],
  today: CalendarDate,
): Promise<Recomputed[]> {
  await sql`DROP TABLE IF EXISTS live_rate`.execute(db)
  await sql`CREATE TABLE public.live_rate AS
    SELECT DISTINCT ON (currency, kind, date) currency, kind, date::date AS date, rate FROM (
      SELECT currency, kind, date, rate, CASE source WHEN 'manual' THEN 1 WHEN 'sample' THEN 3 ELSE 2 END AS place
      FROM public.fact_state WHERE subject = 'rate' AND ended IS NULL) AS each
    ORDER BY currency, kind, date, place`.execute(db)
  await sql`CREATE UNIQUE INDEX ON live_rate (currency, kind, date)`.execute(db)
  await sql`ANALYZE live_rate`.execute(db)
  const { rows } = await sql<{ figures: Recomputed }>`
    WITH period AS (
      SELECT n, value->>'currency' AS currency, value->>'kind' AS kind, (value->>'from')::date AS first,
        least((value->>'to')::date, ${today}::date) AS last
      FROM jsonb_array_elements(${JSON.stringify(stretches)}::jsonb) WITH ORDINALITY AS each (value, n))
    SELECT jsonb_build_object(
      'opening', CASE WHEN own.days > 0 THEN (${dated(sql`date < first`, sql`date DESC`)}) END,
      'closing', CASE WHEN own.days > 0 THEN (${dated(sql`date <= last`, sql`date DESC`)}) END,
      'average_published', CASE WHEN own.days > 0 THEN jsonb_build_object('rate', own.mean, 'days', own.days) END,
      'average_calendar', CASE WHEN own.days > 0 THEN jsonb_build_object('rate', carried.mean, 'days', carried.days) END,
      'min', CASE WHEN own.days > 0 THEN (${dated(sql`date BETWEEN first AND last`, sql`rate, date`)}) END,
      'max', CASE WHEN own.days > 0 THEN (${dated(sql`date BETWEEN first AND last`, sql`rate DESC, date`)}) END,
      'moved_percent', round((own.max - own.min) * 100 / own.min, 2)) AS figures
    FROM period,
      LATERAL (SELECT round(avg(rate), 4) AS mean, count(*) AS days, min(rate), max(rate) FROM live_rate r
        WHERE (r.currency, r.kind) = (period.currency, period.kind) AND date BETWEEN first AND last) AS own,
      LATERAL (SELECT round(avg(rate), 4) AS mean, count(rate) AS days FROM generate_series(first, last, '1 day') AS day,
        LATERAL (SELECT rate FROM live_rate r WHERE (r.currency, r.kind) = (period.currency, period.kind)
          AND date <= day::date ORDER BY date DESC LIMIT 1) AS newest) AS carried
    ORDER BY n`.execute(db)
  await sql`DROP TABLE live_rate`.execute(db)
  return rows.map(({ figures }) => figures)
}

function dated(which: ReturnType<typeof sql>, order: ReturnType<typeof sql>) {
  return sql`SELECT jsonb_build_object('rate', rate, 'date', date) FROM live_rate r
    WHERE (r.currency, r.kind) = (period.currency, period.kind) AND ${which} ORDER BY ${order} LIMIT 1`
}
