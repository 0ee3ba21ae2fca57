import { isCalendarDate, type CalendarDate } from './calendar-date.ts'

export const DATE_ORDERS = ['day first', 'month first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export type DayText =
  | { readonly date: CalendarDate }
  | { readonly error: 'ambiguous' | 'no such day' | 'short year' | 'not a day' }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]

/**
 * `2026-11-20`, `20/11/2026`, `20 Nov 2026`, with or without a weekday or midnight. Numbers need
 * `order`; a short year needs a named month.
 */
export function readDay(text: string, order?: DateOrder): DayText {
  const bare = text
    .trim()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i, '')
    .replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '')
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[3], yearFirst[4])
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(bare)
  if (yearLast) return inOrder(Number(yearLast[1]), Number(yearLast[3]), yearLast[4] ?? '', order)
  return readNamedMonth(bare)
}

export function orderProvenBy(text: string): DateOrder | undefined {
  const isDay = (order: DateOrder) => 'date' in readDay(text, order)
  const dayFirst = isDay('day first')
  return dayFirst === isDay('month first') ? undefined : dayFirst ? 'day first' : 'month first'
}

function readNamedMonth(text: string): DayText {
  const parts =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]+)\.?,?[\s-]+(?<year>\d{2,4})$/i.exec(
      text,
    ) ?? /^(?<month>[a-z]+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{2,4})$/i.exec(text)
  const { day = '', month = '', year = '' } = parts?.groups ?? {}
  const name = month.toLowerCase()
  const index =
    name === 'sept' ? 8 : name.length === 3 ? MONTHS.indexOf(name) : MONTH_NAMES.indexOf(name)
  if (index < 0) return { error: 'not a day' }
  if (year.length === 3) return { error: 'short year' }
  return dayOf(year.length === 2 ? `20${year}` : year, String(index + 1), day)
}

function inOrder(
  first: number,
  second: number,
  year: string,
  order: DateOrder | undefined,
): DayText {
  if (year.length !== 4) return { error: 'short year' }
  const [dayFirst, monthFirst] = [
    dayOf(year, String(second), String(first)),
    dayOf(year, String(first), String(second)),
  ]
  if (order !== undefined) return order === 'day first' ? dayFirst : monthFirst
  if ('date' in dayFirst && 'date' in monthFirst) {
    return dayFirst.date === monthFirst.date ? dayFirst : { error: 'ambiguous' }
  }
  return 'date' in dayFirst ? dayFirst : monthFirst
}

function dayOf(year = '', month = '', day = ''): DayText {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(text) ? { date: text } : { error: 'no such day' }
}
