import * as contract from '../../contract/calendar.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { yearOf, yearsMissing } from '../../domain/bank-holiday.ts'
import { addDays, type CalendarDate, dayInColombo } from '../../domain/calendar-date.ts'
import type { Holidays, HolidaySource, KnownHoliday } from './read-holidays.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { t } from '../../text/sentences.ts'
import type { FastifyInstance } from 'fastify'

type Year = ResponseBody<typeof contract.enteredHolidays>['data']

export function calendarRoutes(
  app: FastifyInstance,
  { clock, config, liveRateBook }: Context & { readonly liveRateBook: HolidaySource },
): void {
  const { host } = new URL(config.publicUrl)

  serve(app, contract.bankHolidays, ({ query }) =>
    publicYear(loaded(liveRateBook), query.year, dayInColombo(clock())),
  )

  serve(app, contract.calendarFile, ({ reply }) => {
    reply
      .header('content-disposition', 'inline; filename="bank-holidays.ics"')
      .type('text/calendar; charset=utf-8')
    return writeCalendar(loaded(liveRateBook).known, host)
  })

  serve(app, contract.enteredHolidays, ({ query }) => ({
    data: yearResponse(loaded(liveRateBook), query.year, dayInColombo(clock())),
  }))
}

function publicYear(
  known: Holidays,
  requested: number | undefined,
  today: CalendarDate,
): ResponseBody<typeof contract.bankHolidays> {
  const { holidays, ...year } = yearResponse(known, requested, today)
  const shown = holidays.map(({ date, name, scope, source }) => ({ date, name, scope, source }))
  return { data: { ...year, holidays: shown } }
}

function yearResponse(
  { known, calendar }: Holidays,
  requested: number | undefined,
  today: CalendarDate,
): Year {
  const year = requested ?? yearOf(today)
  return {
    year,
    listed: calendar.listedYears.has(year),
    years: [...new Set(known.map(({ date }) => yearOf(date)))],
    years_missing: yearsMissing(today, calendar),
    holidays: known
      .filter(({ date }) => yearOf(date) === year)
      .map(({ date, name, scope, source, entered_at, entered_by }) => ({
        date,
        name,
        scope,
        source,
        entered_at: entered_at.toISOString(),
        entered_by,
      })),
  }
}

function loaded(live: HolidaySource): Holidays {
  if (live.loaded) return live.book.holidays
  throw new ApiError('unavailable', t.calendarText.loading, { retryAfter: 1 })
}

/** RFC 5545, section 3.1. */
const MAX_OCTETS = 75

function writeCalendar(holidays: readonly KnownHoliday[], host: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rupee Rates//Bank holidays//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${t.calendarText.name}`,
    ...holidays.flatMap((holiday) => event(holiday, host)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function event(
  { date, name, source, scope, entered_at, version }: KnownHoliday,
  host: string,
): string[] {
  const stamp = entered_at.toISOString().replace(/[-:]|\.\d+/g, '')
  return [
    'BEGIN:VEVENT',
    `UID:bank-holiday-${date}@${host}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Subscribers take a change over only if it rises.
    `SEQUENCE:${version}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
    `SUMMARY:${escaped(name)}`,
    `DESCRIPTION:${escaped(t.calendarText.description({ scope, source }))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const compact = (date: string) => date.replaceAll('-', '')

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r\n?|\n/g, '\\n')
}

/** Cuts no character in two. */
function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
