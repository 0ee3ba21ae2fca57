import type { DayRow, ManualRate } from '../../contract/entries.ts'
import { addDays, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { CUSTOMS_DAYS_AHEAD } from '../../domain/customs-week.ts'
import { formatPerUnit, fromWire, toWire } from '../../domain/money.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { dayQuery } from '../rates/rates.ts'
import type { GaugedRow } from './move-gauge.tsx'

/** False for a year that is still being typed: 0002 for 2026. */
export const isTypedDay = (text: string): text is CalendarDate =>
  isCalendarDate(text) && text >= '1950'

export type RateTexts = Readonly<Partial<Record<Currency, string | undefined>>>

export interface CustomsRow extends GaugedRow {
  readonly currency: Currency
  /** The saved rate until another is typed. */
  readonly text: string
  readonly entry: ManualRate | undefined
  /** Typed, and not what is saved. */
  readonly isChanged: boolean
}

export type StoredWeek = ReturnType<typeof useStoredWeek>

/** Reads what is saved of the week that begins on a day, and the rates before it. */
export function useStoredWeek(first: string) {
  const last = addDays(useToday(), CUSTOMS_DAYS_AHEAD)
  const date = isTypedDay(first) && first < last ? first : last
  const query = useResponse(dayQuery({ date, kind: 'customs' }))
  const data = query.data?.data
  const isStored = date === first
  const entries = new Map(
    (isStored ? (data?.rates ?? []) : []).flatMap(({ currency, entry }) =>
      entry ? [[currency, entry] as const] : [],
    ),
  )
  const rows = (texts: RateTexts) =>
    currencies().map((currency) => {
      const day = data?.rates.find((each) => each.currency === currency)
      return customsRow(currency, { text: texts[currency], entry: entries.get(currency), day })
    })
  return { query, entries, rows, schedule: isStored ? data?.schedule : undefined }
}

interface Known {
  readonly text: string | undefined
  readonly entry: ManualRate | undefined
  readonly day: DayRow | undefined
}

function customsRow(currency: Currency, { text: typed, entry, day }: Known): CustomsRow {
  const units = unitsOf(currency)
  const text = typed ?? (entry ? formatPerUnit(fromWire(entry.rate), units) : '')
  const read = readRateText(text, units)
  const rate = read.error === undefined ? toWire(read.rate) : undefined
  const isChanged = text.trim() !== '' && rate !== entry?.rate
  return { currency, text, rate, entry, isChanged, doubts: [], day }
}
