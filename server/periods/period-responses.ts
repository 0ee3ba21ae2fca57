import { sql } from 'kysely'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import type { periodBoard, periodRates, PeriodRate } from '../../contract/periods.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { ANONYMOUS_USER } from '../../domain/identity/account.ts'
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
import { DEFAULT_KIND, seriesOf, seriesOfKind, type Series } from '../../domain/series.ts'
import { countingSources, type RateFeedName } from '../../domain/rate-precedence.ts'
import { RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import type { RateSnapshot } from '../rates/responses.ts'
import type { SealedPeriod } from '../rates/seals.ts'
import { t } from '../../text/sentences.ts'

const USUAL_PERIODS = { month: 12, quarter: 8, year: 10, 'tax-year': 10 } as const

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

/** Reads the corrections, which are not in memory. */
type PeriodReader = Pick<Context, 'readDb' | 'config'>

export async function periodRatesResponse(
  reader: PeriodReader,
  snapshot: RateSnapshot,
  { series, unit, from, to }: PeriodChoice,
): Promise<ResponseBody<typeof periodRates>> {
  const { currency, kind, publisher } = series
  const wanted = periodsFromTo(unit, from, to).map((period) => ({ series, period }))
  const periods = await readPeriods(reader, snapshot, wanted)
  const bank = publisher ? { publisher } : {}
  const about = { currency, target_currency: TARGET_CURRENCY, kind } as const
  return { data: { ...about, ...unitsFields(currency), ...bank, unit, from, to, periods } }
}

export interface BoardChoice {
  readonly series: readonly Series[]
  readonly period: Period
  readonly firstMonth: Month | null
}

/** Reads a request's period. Currencies without a rate are among the indicative ones only. */
export function boardChoice(
  { book, today }: RateSnapshot,
  {
    unit = 'month',
    month,
    kind = DEFAULT_KIND,
    publisher,
  }: CheckedInput<typeof periodBoard>['query'],
): BoardChoice {
  const all = seriesOfKind(kind, publisher)
  const oldest = all.flatMap((each) => book.oldest(each) ?? []).sort()[0]
  const [running] = periodsFromTo(unit, monthOf(today), monthOf(today)) as [Period]
  const before = addDays(running.from, -1)
  const newest = all
    .flatMap((each) => book.newestUpTo(each, before)?.date ?? [])
    .sort()
    .at(-1)
  const shown = month ?? monthOf(newest ?? today)
  const [period = running] = periodsFromTo(unit, shown, shown)
  const isMain = kind === DEFAULT_KIND && !publisher
  return {
    series: isMain ? all : all.filter((each) => book.oldest(each) !== undefined),
    period,
    firstMonth: oldest === undefined ? null : monthOf(oldest),
  }
}

export async function periodBoardResponse(
  reader: PeriodReader,
  snapshot: RateSnapshot,
  { series, period, firstMonth }: BoardChoice,
  { kind = DEFAULT_KIND, publisher }: CheckedInput<typeof periodBoard>['query'],
): Promise<ResponseBody<typeof periodBoard>> {
  const wanted = series.map((each) => ({ series: each, period }))
  const rows = await readPeriods(reader, snapshot, wanted)
  const { from, to } = period
  const rates = series.flatMap((each) => snapshot.book.ratesFromTo(each, from, to))
  return {
    data: {
      target_currency: TARGET_CURRENCY,
      kind,
      ...(publisher && { publisher }),
      unit: period.unit,
      period: period.name,
      from,
      to,
      first_month: firstMonth,
      sources: [...new Set(rates.map(({ source }) => source))].sort(),
      currencies: wanted.map(({ series: { currency } }, at) => ({
        currency,
        ...unitsFields(currency),
        ...(rows[at] as PeriodRate),
      })),
    },
  }
}

interface WantedPeriod {
  readonly series: Series
  readonly period: Period
}

async function readPeriods(
  reader: PeriodReader,
  snapshot: RateSnapshot,
  wanted: readonly WantedPeriod[],
): Promise<PeriodRate[]> {
  const { book } = snapshot
  const rows: PeriodRate[] = []
  const corrected: (SealedStretch & { readonly row: PeriodRate })[] = []
  const { hasSample } = book
  await inSlices(wanted, ({ series, period }) => {
    const result = periodResult(period, book.ratesOf(series), snapshot)
    const seal = book.findSeal(series, period)
    const sample = hasSample && seal === undefined && isOfSample(snapshot, series, result)
    const final = seal !== undefined || (sample && isClosed(snapshot, result))
    const row = periodRate(result, seal, { final, sample })
    rows.push(row)
    if (!seal || !row.sealed?.differs) return
    const from = book.newestUpTo(series, addDays(period.from, -1))?.date ?? period.from
    corrected.push({ row, series, from, to: period.to, after: seal.version })
  })
  if (corrected.length === 0) return rows
  for (const { index, date, at, by } of await readCorrections(reader, book.feed, corrected))
    corrected[index]?.row.sealed?.corrections.push({
      date,
      changed_at: at.toISOString(),
      changed_by: reader.config.publicNames ? by : by && ANONYMOUS_USER,
    })
  return rows
}

const isOfSample = ({ book }: RateSnapshot, series: Series, { period }: PeriodResult): boolean =>
  book.ratesFromTo(series, period.from, period.to).some(({ source }) => source === 'sample')

/**
 * The sample is never sealed, because a feed may replace it. Its closed periods change no more
 * unless business days are missing.
 */
function isClosed(
  { today, calendar }: RateSnapshot,
  { period, complete, missing }: PeriodResult,
): boolean {
  if (missing.some(({ reason }) => reason === 'not received' || reason === 'not published'))
    return false
  return complete && sealDay(period, calendar) <= today
}

function periodRate(
  result: PeriodResult,
  seal: SealedPeriod | undefined,
  state: Pick<PeriodRate, 'final' | 'sample'>,
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
    ...state,
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
  const known = oldest === undefined || monthOf(oldest) > to ? to : monthOf(oldest)
  return known > first ? known : first
}

const MAX_CORRECTIONS = 31

/** A change after this version is a correction. */
interface SealedStretch {
  readonly series: Series
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly after: number
}

interface Correction {
  readonly index: number
  readonly date: CalendarDate
  readonly at: Date
  readonly by: string | null
}

/** Reads the days changed after each stretch was sealed, with its index and first change. */
async function readCorrections(
  { readDb }: PeriodReader,
  feed: RateFeedName | null,
  stretches: readonly SealedStretch[],
): Promise<readonly Correction[]> {
  const values = stretches.map(({ series, from, to, after }) => ({ ...series, from, to, after }))
  const { rows } = await sql<Correction>`
    SELECT n - 1 AS index, revised.date, revised.at, u.name AS by
    FROM jsonb_array_elements(${JSON.stringify(values)}::jsonb) WITH ORDINALITY stretch (value, n),
      LATERAL (SELECT c.date::date AS date, min(c.created_at) AS at,
          (array_agg(c.user_id ORDER BY c.version))[1] AS user_id
        FROM ${RECORDED_CHANGES} c LEFT JOIN public.change p ON p.version = c.previous
        WHERE c.currency = value->>'currency' AND c.kind = value->>'kind'
          AND c.bank IS NOT DISTINCT FROM value->>'publisher' AND c.subject = 'rate'
          AND c.source = ANY(${countingSources(feed)})
          AND c.date BETWEEN (value->>'from')::date AND (value->>'to')::date
          AND c.version > (value->>'after')::bigint AND c.rate IS DISTINCT FROM p.rate
        GROUP BY c.date ORDER BY c.date LIMIT ${MAX_CORRECTIONS}) AS revised
      LEFT JOIN public.app_user u ON u.id = revised.user_id
    ORDER BY n, revised.date`.execute(readDb)
  return rows
}
