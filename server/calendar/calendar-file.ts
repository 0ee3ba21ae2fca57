import { addDays } from '../../domain/calendar-date.ts'
import type { KnownHoliday } from './calendar-queries.ts'
import { t } from '../../text/sentences.ts'

/** Octets of a line without its end (RFC 5545, section 3.1). */
const MAX_OCTETS = 75

/** The bank holidays as an iCalendar object (RFC 5545). `host` makes the UIDs one's own. */
export function calendarFile(holidays: readonly KnownHoliday[], host: string): string {
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
    // Rises whenever the day is changed: who has subscribed takes the change over.
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

/** A text as a value (section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r\n?|\n/g, '\\n')
}

/**
 * A line in pieces of at most 75 octets, each after the first begun with a space; no character is
 * cut.
 */
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
