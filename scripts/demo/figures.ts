import {
  addDays,
  calendarDateOf,
  isWeekend,
  weekdayOf,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import bundled from '../../server/imports/bundled-holidays.json' with { type: 'json' }

// Each currency follows a fixed curve, so that all runs of a day are equal.

export const CURRENCIES = ['USD', 'AUD', 'CAD', 'GBP'] as const
type DemoCurrency = (typeof CURRENCIES)[number]

export const BANKS = { sampath: 'Sampath Bank', hnb: 'HNB' } as const
export type Bank = keyof typeof BANKS

const DAYS = 400
/** Rupees for one unit in the middle, the swing in rupees, and a swing's length in days. */
const CURVES: Record<DemoCurrency, { middle: number; swing: number; length: number }> = {
  USD: { middle: 331, swing: 4.2, length: 97 },
  AUD: { middle: 231, swing: 5.1, length: 61 },
  CAD: { middle: 239, swing: 3.4, length: 73 },
  GBP: { middle: 438, swing: 7.3, length: 53 },
}

/** In the last 400 days before `today`, ascending. */
export function businessDays(today: CalendarDate): CalendarDate[] {
  const holidays = new Set(Object.keys(bundled.holidays))
  return Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS)).filter(
    (day) => !isWeekend(day) && !holidays.has(day),
  )
}

export function indicativeRate(currency: DemoCurrency, date: CalendarDate): number {
  const { middle, swing, length } = CURVES[currency]
  const day = Date.parse(date) / 86_400_000
  const wave = Math.sin((2 * Math.PI * day) / length) + Math.sin(day * 1.7 + middle) / 9
  return round(middle + swing * wave)
}

/** For telegraphic transfers. */
export function bankRate(
  bank: Bank,
  kind: 'tt-buying' | 'tt-selling',
  currency: DemoCurrency,
  date: CalendarDate,
): number {
  const spread = bank === 'sampath' ? 0.0125 : 0.0141
  const factor = kind === 'tt-buying' ? 1 - spread : 1 + spread
  return round(indicativeRate(currency, date) * factor)
}

/** Invoices with booked rates; a few have common mistakes. */
export function invoiceSheet(days: readonly CalendarDate[]): string {
  const suppliers = ['Harbour Traders', 'Northern Mills', 'Lanka Fasteners', 'Coral Shipping']
  const rows = days.slice(-20).map((date, index) => {
    const currency = CURRENCIES[index % CURRENCIES.length] ?? 'USD'
    const right = bankRate('sampath', 'tt-selling', currency, date)
    const booked =
      index === 6
        ? right * 100
        : index % 5 === 3
          ? right + (index % 2 === 0 ? 1.1633 : -0.8421)
          : right
    const amount = 1250 + ((index * 7919) % 9000)
    const number = `INV-${1041 + index}`
    const supplier = suppliers[index % suppliers.length]
    return [number, date, supplier, currency, booked.toFixed(4), amount.toFixed(2)].join(',')
  })
  return ['Invoice No,Date,Supplier,Currency,Rate,Amount', ...rows, ''].join('\n')
}

/** Old documents without rates, one of them on a weekend. */
export function documentSheet(days: readonly CalendarDate[]): string {
  const rows = days.slice(-60, -20).map((date, index) => {
    const currency = CURRENCIES[index % CURRENCIES.length] ?? 'USD'
    const day = index === 4 ? addDays(date, 6 - weekdayOf(date)) : date
    return [`PO-${310 + index}`, day, currency, (480 + ((index * 6151) % 7000)).toFixed(2)].join(
      ',',
    )
  })
  return ['Document No,Date,Currency,Amount', ...rows, ''].join('\n')
}

/** Open balances at the end of the last month: what is owed is below zero. */
export function balanceSheet(today: CalendarDate): string {
  const end = addDays(calendarDateOf(`${today.slice(0, 7)}-01`), -1)
  const rows = [
    ['Dollar account', 'USD', 48_250, 40],
    ['R-2291', 'USD', 12_500, 33],
    ['P-0874', 'USD', -31_400, 25],
    ['R-2304', 'AUD', 18_900, 28],
    ['P-0881', 'CAD', -7_650, 18],
    ['R-2310', 'GBP', 9_320, 12],
  ] as const
  const lines = rows.map(([document, currency, amount, daysAgo]) => {
    const booked = amount * indicativeRate(currency, addDays(end, -daysAgo))
    return [document, currency, amount.toFixed(2), booked.toFixed(2)].join(',')
  })
  return ['Document,Currency,Open amount,Booked LKR', ...lines, ''].join('\n')
}

const round = (rate: number): number => Number(rate.toFixed(4))
