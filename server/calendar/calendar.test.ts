import { describe, expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { bankHolidays } from '../../contract/calendar.ts'
import type { ready } from '../../contract/system.ts'
import { createDependencies } from '../deps.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const BANK_HOLIDAY = { subject: 'bank holiday' }
const run = await testAppOfFile()

const calendar = (query = '') => run.get<typeof bankHolidays>(`/api/calendar${query}`)

describe('the calendar of a year', () => {
  test('names the holidays with their source and no user', async () => {
    const { status, body, headers } = await calendar()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ year: 2026, listed: true, years: [2026], years_missing: [] })
    expect(body.data.holidays).toHaveLength(25)
    expect(body.data.holidays.at(-1)).toEqual({
      date: '2026-12-25',
      name: 'Christmas Day',
      scope: 'bank',
      source: 'Central Bank of Sri Lanka, Gazette Extraordinary 2438/22',
    })
    const notModified = await run.app.inject({
      url: '/api/calendar',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
  })

  test('without a list is empty and says so', async () => {
    const { body } = await calendar('?year=2027')
    expect(body.data).toMatchObject({ year: 2027, listed: false, holidays: [] })
  })

  test.each(['1899', '3000', '26', 'x', '2026.5', ''])('is none for %j', async (year) => {
    expect((await calendar(`?year=${year}`)).body.errors?.['year']).toEqual([
      'year must be from 1900 to 2999.',
    ])
  })
})

describe('the calendar file', () => {
  const file = async () => {
    const { body, headers, statusCode } = await run.app.inject('/calendar.ics')
    return { statusCode, headers, body }
  }

  test('has an event for each holiday, in lines of at most 75 octets', async () => {
    const name = 'Day; with, marks \\ and ශ්‍රී ලංකා, '.repeat(3).trim()
    run.clock.set('2026-09-29T10:00:00Z')
    await storeHoliday(run.db, calendarDateOf('2026-07-01'), name, run.clock.now())
    await run.deps.liveRateBook.catchUpNow()
    const { statusCode, headers, body } = await file()
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(body.split('\r\n').join('')).not.toMatch(/[\r\n]/)
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const lines = body.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const unfolded = body.replaceAll('\r\n ', '').split('\r\n')
    expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(26)
    expect(new Set(unfolded.filter((line) => line.startsWith('UID:'))).size).toBe(26)
    const uid = `UID:bank-holiday-2026-07-01@${new URL(run.deps.config.publicUrl).host}`
    const at = unfolded.indexOf(uid)
    expect(unfolded.slice(at - 1, at + 10)).toEqual([
      'BEGIN:VEVENT',
      uid,
      'DTSTAMP:20260929T100000Z',
      'LAST-MODIFIED:20260929T100000Z',
      expect.stringMatching(/^SEQUENCE:\d+$/),
      'DTSTART;VALUE=DATE:20260701',
      'DTEND;VALUE=DATE:20260702',
      `SUMMARY:${name.replace(/[\\;,]/g, '\\$&')}`,
      'DESCRIPTION:Special bank holiday. Source: Gazette',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ])
  })

  test('answers 304 until a holiday changes', async () => {
    const { headers } = await file()
    const etag = String(headers['etag'])
    const notModified = await run.app.inject({
      url: '/calendar.ics',
      headers: { 'if-none-match': etag },
    })
    expect([notModified.statusCode, notModified.body]).toEqual([304, ''])
    await storeHoliday(run.db, calendarDateOf('2026-07-01'), null)
    await run.deps.liveRateBook.catchUpNow()
    expect((await file()).headers['etag']).not.toBe(etag)
  })
})

test('the bundled list is one audit entry, entered once', async () => {
  const ofHolidays = async () =>
    (await shownEntries(run.db)).filter(({ action }) => action === 'change bank holidays')
  const [first, ...later] = await ofHolidays()
  expect(first).toMatchObject({
    id: 1,
    user_id: null,
    user_email: null,
    description: 'Loaded the bundled list: 25 bank holidays of 2026',
  })
  const changes = run.db.selectFrom('change').select('subject').where('version', '<=', 25)
  expect(await changes.execute()).toEqual(Array.from({ length: 25 }, () => BANK_HOLIDAY))
  await storeHoliday(run.db, calendarDateOf('2026-12-25'), null)
  await (await createDependencies(run.deps)).close()
  await run.deps.liveRateBook.catchUpNow()
  expect((await calendar()).body.data.holidays).toHaveLength(24)
  expect(await ofHolidays()).toHaveLength(later.length + 2)
})

test('a missing list is a warning of ready from 1 November', async () => {
  const warnings = async () =>
    (await run.get<typeof ready>('/api/health/ready')).body.warnings?.['bankHolidays']
  run.clock.set('2026-10-31T18:29:59Z')
  expect(await warnings()).toBeUndefined()
  run.clock.set('2026-10-31T18:30:00Z')
  expect(await warnings()).toMatch(/^The bank holidays of 2027 have not been entered/)
  expect((await calendar()).body.data.years_missing).toEqual([2027])
})
