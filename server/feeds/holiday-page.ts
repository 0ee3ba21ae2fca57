import { MAX_HOLIDAY_NAME, yearOf } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { readDay } from '../../domain/day-text.ts'
import { isOtherWeekday } from '../../domain/imports/holiday-rows.ts'
import { elementsOf, parsePage, textOf, withSingleSpaces } from './html-elements.ts'

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\\b'
/** A day at the beginning of a row: `January 03, Saturday`, `3 January 2026`, `2026-01-03`. */
const DAY = new RegExp(
  `^(?:\\d{1,3}[.)]? )?(?:${WEEKDAY},? ` +
    ')?(?:(?<whole>\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{4})|(?:(?<month>[a-z]{3,9})\\.? ' +
    '(?<day>\\d{1,2})|(?<first>\\d{1,2})(?:st|nd|rd|th)?[ ' +
    '-](?<second>[a-z]{3,9}))(?:st|nd|rd|th)?(?:,?[ -](?<year>\\d{4}))?),?(?: ' +
    `\\(?(?<weekday>${WEEKDAY})\\)?)?(?![a-z\\d])`,
  'i',
)
const MOST_ELEMENTS = 10_000
/** Behind a name: for whom it is a holiday, of (B)anks, the (P)ublic and (M)ercantile employees. */
const MARKS = /(?<=[ (])(?:[BPM]\b[.,/]* ?){1,3}\)?$/

interface ListedHoliday {
  readonly date: CalendarDate
  readonly weekday: string
  readonly name: string
}

/**
 * A year's bank holidays in a page, as rows for the import: each row or point that begins with a
 * day of that year and goes on with a name. Days without a year are of it if the page's weekdays or
 * headings are. Null for a page without any; a user has to check it.
 */
export function readHolidayPage(html: string, year: number): string | null {
  const page = parsePage(html, MOST_ELEMENTS)
  const ofYear = elementsOf(page, ['title', 'h1', 'h2', 'h3', 'caption']).some((heading) =>
    textOf(heading).includes(String(year)),
  )
  const listed = innermost(page).flatMap((text) => readRow(text, year, ofYear) ?? [])
  const others = listed.filter(({ date, weekday }) => isOtherWeekday(weekday, date))
  if (listed.length === 0 || others.length * 2 > listed.length) return null
  const days = [...Map.groupBy(listed, ({ date }) => date)]
  return days
    .map(([date, rows]) => {
      const names = [...new Set(rows.map(({ name }) => name))].join(', ')
      return [date, rows[0]?.weekday ?? '', shortened(names)].join('\t')
    })
    .join('\n')
}

/** The texts of the rows and points that hold none themselves. */
function innermost(node: Parameters<typeof elementsOf>[0]): string[] {
  return elementsOf(node, ['tr', 'li']).flatMap((row) => {
    const inner = row.childNodes.flatMap(innermost)
    // Of what no text shows, such as a change of direction, nothing is taken over.
    return inner.length > 0 ? inner : [withSingleSpaces(textOf(row).replace(/\p{C}/gu, ''))]
  })
}

function readRow(text: string, year: number, ofYear: boolean): ListedHoliday | undefined {
  const found = DAY.exec(text)
  const { whole, weekday = '', ...parts } = found?.groups ?? {}
  const named = [parts['day'] ?? parts['first'], parts['month'] ?? parts['second']]
  if (!found || (!whole && !parts['year'] && weekday === '' && !ofYear)) return undefined
  const day = readDay(whole ?? [...named, parts['year'] ?? year].join(' '), 'day first')
  if ('error' in day || yearOf(day.date) !== year) return undefined
  const name = text.slice(found[0].length).replace(/^[ ,:|–-]+/, '')
  const marks = MARKS.exec(name)?.[0]
  if (marks !== undefined && !marks.includes('B')) return undefined
  const bare = name.replace(MARKS, '').replace(/ \($/, '').replaceAll('"', "'").trim()
  return bare === '' ? undefined : { date: day.date, weekday, name: bare }
}

const shortened = (name: string) =>
  name.length > MAX_HOLIDAY_NAME ? `${name.slice(0, MAX_HOLIDAY_NAME - 1)}…` : name
