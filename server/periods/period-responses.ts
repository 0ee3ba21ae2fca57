import { sql } from 'kysely'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import type { periodRates, PeriodRate } from '../../contract/periods.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { toWire } from '../../domain/money.ts'
import {
  addMonths,
  type AverageRate,
  type DatedRate,
  MAX_PERIOD_MONTHS,
  type Month,
  monthOf,
  monthsFromTo,
  monthsOf,
  movedFar,
  movedHundredths,
  type Period,
  type PeriodFigures,
  periodResult,
  type PeriodResult,
  periodsFromTo,
  type PeriodUnit,
  sameFigures,
  sealDay,
} from '../../domain/period.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { countingSources, type RateFeedName } from '../../domain/rate-precedence.ts'
import { matchesSeries, RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { invalid } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import type { RateSnapshot } from '../rates/responses.ts'
import type { SealedPeriod } from '../rates/seals.ts'
import { t } from '../../text/sentences.ts'

const USUAL_PERIODS: Readonly<Record<PeriodUnit, number>> = {
  month: 12,
  quarter: 8,
  year: 10,
  'tax-year': 10,
}

export interface PeriodChoice {
  readonly series: Series
  readonly unit: PeriodUnit
  readonly from: Month
  readonly to: Month
}

/** Reads a request's periods. Throws 400 if they end before they begin or span over 40 years. */
export function periodChoice(
  { book, today }: RateSnapshot,
  { params, query }: Pick<CheckedInput<typeof periodRates>, 'params' | 'query'>,
): PeriodChoice {
  const { unit = 'month', kind, publisher, to = monthOf(today) } = query
  const series = seriesOf(params.currency, kind, publisher)
  const from = query.from ?? usualStart(unit, to, book.oldest(series))
  const months = monthsFromTo(from, to)
  if (months < 1) throw invalid({ from: [t.periodsText.reversedMonths] })
  if (months > MAX_PERIOD_MONTHS)
    throw invalid({ from: [t.periodsText.tooLong({ years: MAX_PERIOD_MONTHS / 12 })] })
  return { series, unit, from, to }
}

export async function periodRatesResponse(
  db: Db,
  snapshot: RateSnapshot,
  { series, unit, from, to }: PeriodChoice,
): Promise<ResponseBody<typeof periodRates>> {
  const rates = snapshot.book.ratesOf(series)
  const periods: PeriodRate[] = []
  await inSlices(periodsFromTo(unit, from, to), (period) => {
    const result = periodResult(period, rates, snapshot)
    const seal = snapshot.book.findSeal(series, period)
    periods.push(
      periodRate(result, seal, seal !== undefined || isFinalSample(snapshot, series, result)),
    )
  })
  await nameCorrections(db, snapshot, { series, unit }, periods)
  const { currency, kind, publisher } = series
  const bank = publisher ? { publisher } : {}
  const about = {
    currency,
    target_currency: TARGET_CURRENCY,
    kind,
    ...unitsFields(currency),
    ...bank,
  } as const
  return { data: { ...about, unit, from, to, periods } }
}

/**
 * The sample is never sealed, because a feed may replace it. Its closed periods change no more
 * unless business days are missing.
 */
function isFinalSample(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  { period, complete, missing }: PeriodResult,
): boolean {
  if (missing.some(({ reason }) => reason === 'not received' || reason === 'not published'))
    return false
  if (!book.hasSample || !complete || sealDay(period, calendar) > today) return false
  return book.ratesFromTo(series, period.from, period.to).some(({ source }) => source === 'sample')
}

function periodRate(
  result: PeriodResult,
  seal: SealedPeriod | undefined,
  final: boolean,
): PeriodRate {
  const { period, figures, reason, missing, complete } = result
  return {
    period: period.name,
    from: period.from,
    to: period.to,
    ...figuresResponse(figures),
    reason,
    note: figures && movedFar(figures) ? movedNote(period, figures) : null,
    missing: missing as PeriodRate['missing'],
    complete,
    final,
    sealed_at: seal?.sealedAt.toISOString() ?? null,
    sealed: seal
      ? {
          ...figuresResponse(seal.figures),
          audit_entry: seal.auditEntry,
          differs: figures === null || !sameFigures(seal.figures, figures),
          corrections: [],
        }
      : null,
  }
}

async function nameCorrections(
  db: Db,
  { book }: RateSnapshot,
  { series, unit }: Pick<PeriodChoice, 'series' | 'unit'>,
  periods: readonly PeriodRate[],
): Promise<void> {
  const corrected = periods.flatMap(({ from, to, sealed }) => {
    const seal = sealed?.differs ? book.findSeal(series, { unit, from }) : undefined
    if (!sealed || !seal) return []
    const opensWith = book.newestUpTo(series, addDays(from, -1))?.date ?? from
    return [{ sealed, stretch: { from: opensWith, to, after: seal.version } }]
  })
  if (corrected.length === 0) return
  const stretches = corrected.map(({ stretch }) => stretch)
  for (const { index, date, at } of await readCorrections(db, series, book.feed, stretches))
    corrected[index]?.sealed.corrections.push({ date, changed_at: at.toISOString() })
}

function figuresResponse(figures: PeriodFigures | null) {
  return {
    opening: figures?.opening ? datedResponse(figures.opening) : null,
    closing: figures && datedResponse(figures.closing),
    average_published: figures && averageResponse(figures.averagePublished),
    average_calendar: figures && averageResponse(figures.averageCalendar),
    min: figures && datedResponse(figures.min),
    max: figures && datedResponse(figures.max),
    moved_percent: figures && movedHundredths(figures) / 100,
  }
}

const datedResponse = ({ rate, date }: DatedRate) => ({ rate: toWire(rate), date })
const averageResponse = ({ rate, days }: AverageRate) => ({ rate: toWire(rate), days })

function movedNote({ unit }: Period, figures: PeriodFigures): string {
  const percent = (movedHundredths(figures) / 100).toFixed(2)
  return t.periodsText.movedFar({ percent, unit: unit.replace('-', ' ') })
}

/** Returns the first month of the usual number of periods, not before the first rate. */
function usualStart(unit: PeriodUnit, to: Month, oldest: CalendarDate | undefined): Month {
  const first = addMonths(to, (1 - USUAL_PERIODS[unit]) * monthsOf(unit))
  const known = oldest === undefined ? to : monthOf(oldest)
  if (known > to) return to
  return known > first ? known : first
}

const MAX_CORRECTIONS = 31

/** A change after this version is a correction. */
interface SealedStretch {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly after: number
}

/** Reads the days changed after each stretch was sealed, with its index and first change. */
async function readCorrections(
  db: Db,
  series: Series,
  feed: RateFeedName | null,
  stretches: readonly SealedStretch[],
): Promise<{ index: number; date: CalendarDate; at: Date }[]> {
  const { rows } = await sql<{ index: number; date: CalendarDate; at: Date }>`
    SELECT n - 1 AS index, revised.date, revised.at
    FROM jsonb_array_elements(${JSON.stringify(stretches)}::jsonb) WITH ORDINALITY AS stretch
    (value, n),
      LATERAL (SELECT c.date::date AS date, min(c.created_at) AS at
        FROM ${RECORDED_CHANGES} c LEFT JOIN public.change p ON p.version = c.previous
        WHERE ${matchesSeries('c', series)} AND c.subject = 'rate'
          AND c.source = ANY(${countingSources(feed)})
          AND c.date BETWEEN (value->>'from')::date AND (value->>'to')::date
          AND c.version > (value->>'after')::bigint AND c.rate IS DISTINCT FROM p.rate
        GROUP BY c.date ORDER BY c.date LIMIT ${MAX_CORRECTIONS}) AS revised
    ORDER BY n, revised.date`.execute(db)
  return rows
}
