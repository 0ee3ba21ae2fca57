import * as z from 'zod/mini'
import { MIN_LISTED_HOLIDAYS } from '../domain/bank-holiday.ts'
import { endpoint, PUBLIC_READ } from './endpoint.ts'
import { holidayScope } from './imports.ts'
import * as v from './values.ts'

const yearQuery = z.strictObject({
  year: z.optional(
    v.numberInText(
      (text) => /^(?:19|2[0-9])[0-9]{2}$/.test(text),
      'year must be from 1900 to 2999.',
      {
        minimum: 1900,
        maximum: 2999,
        examples: [2026],
      },
    ),
  ),
})

const holiday = z.object({
  date: v.calendarDate,
  name: z.string(),
  scope: holidayScope,
  source: z.string(),
})
const enteredHoliday = z.extend(holiday, {
  entered_at: v.instant,
  entered_by: z.nullable(z.string()),
})

const yearFields = {
  year: z.int(),
  /** In any other year a weekday may be an unknown holiday. */
  listed: z.boolean(),
  years: z.array(z.int()),
  /** This year and, from 1 November, the next. */
  years_missing: z.array(z.int()),
} as const

export const bankHolidays = endpoint({
  ...PUBLIC_READ,
  url: '/api/calendar',
  summary: 'Bank holidays',
  description:
    'The year defaults to the present one in Colombo. Weekends are not among them unless a ' +
    `holiday falls on one. A year counts as \`listed\` from ${MIN_LISTED_HOLIDAYS} holidays of ` +
    'the scope `bank` on; as long as it is not, a weekday without a rate has the reason `no ' +
    'holiday list`.',
  query: yearQuery,
  response: { 200: v.dataResponse({ ...yearFields, holidays: z.array(holiday) }) },
})

export const calendarFile = endpoint({
  ...PUBLIC_READ,
  url: '/calendar.ics',
  media: ['text/calendar'],
  summary: 'Bank holidays: iCalendar',
  description:
    'All known bank holidays as iCalendar (RFC 5545), to subscribe to. ' +
    'Every holiday is an event of a whole day; its UID stays the same when its name changes.',
  response: { 200: z.string() },
})

export const enteredHolidays = endpoint({
  method: 'GET',
  url: '/api/calendar/entered',
  access: 'read',
  summary: 'Bank holidays and who entered them',
  description: 'As the public list, for signed-in users.',
  query: yearQuery,
  response: { 200: v.dataResponse({ ...yearFields, holidays: z.array(enteredHoliday) }) },
})
