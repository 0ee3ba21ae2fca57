import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  calendarDateOf,
  dayInColombo,
  daysBetween,
  daysFromTo,
  weekdayName,
  isCalendarDate,
  isWeekend,
  startInColombo,
  timeInColombo,
} from './calendar-date.ts'

const FIRST = calendarDateOf('1900-01-01')
const LAST_NUMBER = daysBetween(FIRST, calendarDateOf('2999-12-31'))
const days = fc.integer({ min: 0, max: LAST_NUMBER }).map((n) => addDays(FIRST, n))

describe('a calendar date', () => {
  test.each(['2026-09-29', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])(
    'is %s',
    (text) => expect(isCalendarDate(text)).toBe(true),
  )

  test.each([
    ...[
      '2026-02-30',
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
    ],
    ...[
      '26-09-29',
      '2026-9-29',
      '2026/09/29',
      '2026-09-29T00:00:00Z',
      ' 2026-09-29',
      '0202-12-31',
      '3000-01-01',
      '',
    ],
    ...['２０２６-09-29', 20260929, null, undefined, new Date(0)],
  ])('is not %j', (value) => {
    expect(isCalendarDate(value)).toBe(false)
  })

  test('is counted as in UTC', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (date, step) => {
        const instant = new Date(`${date}T00:00:00Z`)
        expect(weekdayName(date)).toBe(
          ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][instant.getUTCDay()],
        )
        const moved = new Date(instant.getTime() + step * 86_400_000).toISOString().slice(0, 10)
        if (!isCalendarDate(moved)) return
        expect(addDays(date, step)).toBe(moved)
        expect(daysBetween(date, moved)).toBe(step)
      }),
    )
  })

  test('changes in Colombo at 18:30 UTC, whatever the time zone of the machine', () => {
    expect(dayInColombo(new Date('2026-09-29T18:29:59.999Z'))).toBe('2026-09-29')
    expect(dayInColombo(new Date('2026-09-29T18:30:00.000Z'))).toBe('2026-09-30')
    fc.assert(
      fc.property(days, (date) => {
        const start = startInColombo(date)
        expect(dayInColombo(new Date(start))).toBe(date)
        if (date !== '1900-01-01') expect(dayInColombo(new Date(start - 1))).toBe(addDays(date, -1))
      }),
    )
  })

  test('matches the time zone data of the platform for Asia/Colombo', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo' })
    const instants = fc.date({
      min: new Date('1901-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(dayInColombo(instant)).toBe(format.format(instant))
      }),
    )
  })

  test.each([
    ['the hour ahead of 1996', '1996-06-30T17:30:00Z', '1996-07-01', '00:00'],
    ['half an hour ahead, from 1996 to 2006', '2006-04-14T18:00:00Z', '2006-04-15', '00:00'],
    ['the last half hour of that', '2006-04-14T18:29:59Z', '2006-04-15', '00:29'],
    ['today’s time, from then on', '2006-04-14T18:30:00Z', '2006-04-15', '00:00'],
    ['the day that began at one o’clock', '1996-05-24T18:30:00Z', '1996-05-25', '01:00'],
    ['the war time of 1943', '1943-03-31T17:30:00Z', '1943-04-01', '00:00'],
  ])('takes %s into account: %s is %s, %s', (_, instant, date, time) => {
    expect(dayInColombo(new Date(instant))).toBe(date)
    expect(timeInColombo(new Date(instant))).toBe(time)
  })

  test('is limited to 1900 to 2999', () => {
    expect(addDays(calendarDateOf('1900-01-03'), -6)).toBe('1900-01-01')
    expect(addDays(calendarDateOf('2999-12-31'), 1)).toBe('2999-12-31')
    expect(addDays(calendarDateOf('2999-12-30'), 1)).toBe('2999-12-31')
  })

  test('is a weekend on Saturdays and Sundays', () => {
    const isFree = ['2026-09-25', '2026-09-26', '2026-09-27', '2026-09-28'].map(calendarDateOf)
    expect(isFree.map(isWeekend)).toEqual([false, true, true, false])
  })

  test('makes a list of days, empty if the last day precedes the first', () => {
    const [from, to] = [calendarDateOf('2026-02-27'), calendarDateOf('2026-03-02')]
    expect(daysFromTo(from, to)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(daysFromTo(to, from)).toEqual([])
  })

  test('that does not exist throws', () => {
    expect(() => calendarDateOf('2026-02-30')).toThrow(RangeError)
  })
})
