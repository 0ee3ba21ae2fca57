import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import type { FILE_LAYOUTS } from '../../contract/schema/rates/rate-history.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatRate, toWire } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'
import { KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { csvLine } from '../text/csv.ts'
import type { Period } from './history-responses.ts'
import { dayCell, headingsOf } from './history-files.ts'

type Layout = (typeof FILE_LAYOUTS)[number]

/** The same days of all currencies, in their order. */
export interface AllRates {
  readonly periods: readonly Period[]
  readonly layout: Layout
  /** There where the request named one; the file then names it too. */
  readonly kind: RateKind | undefined
}

/** How many rates there are. */
export function countRates({ periods }: AllRates): number {
  return periods.reduce((sum, { rates }) => sum + rates.length, 0)
}

/** All rates as CSV (RFC 4180). */
export function allRatesText(all: AllRates): string {
  const rows = byDay(all).flatMap(([date, rates]) => textRows(all, date, rates))
  return [headings(all), ...rows].map(csvLine).join('')
}

/** All rates as an XLSX file: days are days and rates are numbers. */
export async function allRatesSheet(all: AllRates): Promise<Buffer> {
  const top = headings(all).map((value) => ({ type: String, value, fontWeight: 'bold' as const }))
  const rows = byDay(all).flatMap(([date, rates]) => sheetRows(all, date, rates))
  return writeXlsxFile([top, ...rows], {
    sheet: 'Rates in LKR',
    columns: top.map(({ value }) => ({ width: Math.max(12, value.length + 4) })),
    stickyRowsCount: 1,
  }).toBuffer()
}

/** What the file is called: `all-LKR-2026-08-31-to-2026-09-29-wide.csv`. */
export function allRatesFileName({ periods, layout, kind }: AllRates, ending: 'csv' | 'xlsx'): string {
  const days = periods[0] && `${periods[0].from}-to-${periods[0].to}`
  return `all-LKR-${kind === undefined ? '' : `${kind}-`}${days ?? ''}${layout === 'wide' ? '-wide' : ''}.${ending}`
}

/** The rates of a day, in the order of the currencies; undefined for one without. */
type RatesOfDay = readonly (DayRate | undefined)[]

function byDay({ periods }: AllRates): [CalendarDate, RatesOfDay][] {
  const days = new Map<CalendarDate, (DayRate | undefined)[]>()
  for (const [index, { rates }] of periods.entries())
    for (const rate of rates) {
      const own = days.get(rate.date) ?? CURRENCIES.map(() => undefined)
      own[index] = rate
      days.set(rate.date, own)
    }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1))
}

function headings({ layout, kind }: AllRates): readonly string[] {
  if (layout === 'long') return headingsOf(kind)
  return ['Date', ...CURRENCIES.map((code) => (kind === undefined ? code : `${code} ${KIND_NAMES[kind]}`))]
}

function asideCells({ periods, kind }: AllRates, index: number): string[] {
  const currency = periods[index]?.series.currency ?? ''
  return kind === undefined ? [currency] : [currency, kind]
}

function textRows(all: AllRates, date: CalendarDate, rates: RatesOfDay): (string | null)[][] {
  if (all.layout === 'wide') return [[date, ...rates.map((each) => (each ? formatRate(each.rate) : null))]]
  return rates.flatMap((each, index) =>
    each ? [[date, ...asideCells(all, index), formatRate(each.rate), SOURCE_NAMES[each.source]]] : [],
  )
}

function sheetRows(all: AllRates, date: CalendarDate, rates: RatesOfDay): SheetData {
  if (all.layout === 'wide') return [[dayCell(date), ...rates.map((each) => each && rateCell(each))]]
  return rates.flatMap((each, index) => {
    if (!each) return []
    const aside = [...asideCells(all, index), SOURCE_NAMES[each.source]].map((value) => ({
      type: String,
      value,
    }))
    return [[dayCell(date), ...aside.slice(0, -1), rateCell(each), ...aside.slice(-1)]]
  })
}

function rateCell({ rate }: DayRate) {
  return { type: Number, value: toWire(rate), format: '0.0000' }
}
