import type { FILE_LAYOUTS } from '../../contract/schema/rates/rate-history.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatRate, toWire, type Rate } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { RateKind } from '../../domain/series.ts'
import { KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { csvLine } from '../text/csv.ts'
import { writeSpreadsheet } from '../text/spreadsheet.ts'
import type { Period } from './history-responses.ts'
import { columnsOf, headingsOf } from './history-files.ts'

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
  const lines = byDay(all).flatMap(([date, rates]) => rows(all, date, rates, formatRate))
  return [headings(all), ...lines].map(csvLine).join('')
}

/** All rates as an XLSX file: days are days and rates are numbers. */
export function allRatesSheet(all: AllRates): Promise<Buffer> {
  return writeSpreadsheet({
    name: 'Rates in LKR',
    columns: columnsOf(headings(all)),
    rows: byDay(all).flatMap(([date, rates]) => rows(all, date, rates, toWire)),
  })
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

/** The rows of a day, each rate in the form that a file has it in. */
function rows<Cell>(
  all: AllRates,
  date: CalendarDate,
  rates: RatesOfDay,
  form: (rate: Rate) => Cell,
): (string | Cell | null)[][] {
  if (all.layout === 'wide') return [[date, ...rates.map((each) => (each ? form(each.rate) : null))]]
  return rates.flatMap((each, index) =>
    each ? [[date, ...asideCells(all, index), form(each.rate), SOURCE_NAMES[each.source]]] : [],
  )
}
