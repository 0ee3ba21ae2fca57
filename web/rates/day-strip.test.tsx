import { render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { calendarDateOf as day } from '../../domain/calendar-date.ts'
import { plainSpaces, speak } from '../../text/sentences.ts'
import { loadSentences } from '../language.ts'
import { DayLegend, DayStrip, readDays, stripQuery, type StripDays } from './day-strip.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-26T06:30:00Z'), toFake: ['Date'] }))
const rate = (date: string, source: string) => ({ date: day(date), rate: 335.5, source })
const days = {
  currency: 'USD',
  target_currency: 'LKR',
  from: day('2026-11-20'),
  to: day('2026-11-26'),
  rates: [rate('2026-11-20', 'cbsl'), rate('2026-11-23', 'manual'), rate('2026-11-26', 'cbsl')],
  oldest_date: null,
  missing: [
    { date: day('2026-11-21'), reason: 'weekend' },
    { date: day('2026-11-22'), reason: 'weekend' },
    { date: day('2026-11-24'), reason: 'holiday: Ill Full Moon Poya Day' },
    { date: day('2026-11-25'), reason: 'not received' },
  ],
} as unknown as Required<StripDays>

/** Without the spaces that do not break, which follow the first test in another language. */
const readable = (name: string | null) => name && plainSpaces(name)

test('a mark says the rate, a sign the kind of day, and a name both', () => {
  const shown = readDays(days, new Map([[day('2026-11-26'), 'A holiday of 26 Nov']]))
  expect(shown.map(({ mark, sign, name }) => [mark, sign, readable(name)])).toEqual([
    ['published', undefined, 'Fri 20 Nov, Published'],
    [undefined, undefined, 'Sat 21 Nov, weekend, no rate'],
    [undefined, undefined, 'Sun 22 Nov, weekend, no rate'],
    ['by hand', undefined, 'Mon 23 Nov, Entered by hand'],
    [undefined, 'poya', 'Tue 24 Nov, Ill Full Moon Poya Day, no rate'],
    ['missing', undefined, 'Wed 25 Nov, not received, no rate'],
    ['published', 'holiday', 'Thu 26 Nov, A holiday of 26 Nov, Published'],
  ])
})

test('a Poya day with a rate has the moon, the day following it the flag', () => {
  const holidays = new Map([
    [day('2026-11-20'), 'Vesak Full Moon Poya Day'],
    [day('2026-11-23'), 'Day following Vesak Full Moon Poya Day'],
  ])
  const shown = readDays(days, holidays).filter((each) => holidays.has(each.day))
  expect(shown.map(({ mark, sign }) => [mark, sign])).toEqual([
    ['published', 'poya'],
    ['by hand', 'holiday'],
  ])
})

test('the signs of days are the same in another language', async () => {
  await loadSentences('si', 'public')
  speak('si')
  onTestFinished(() => speak('en'))
  const [, , , , poya] = readDays(days, new Map())
  expect([poya?.sign, poya?.name.includes('Poya')]).toEqual(['poya', false])
  expect(poya?.name).toMatch(/^අඟහ 24 /)
})

test('a day with rates that also misses one is incomplete if rates are due', () => {
  const { missing } = days
  const both = {
    ...days,
    missing: [...(missing ?? []), { date: day('2026-11-26'), reason: 'not received' }],
  }
  const sunday = { date: day('2026-11-22'), source: 'manual' as const }
  const shown = readDays({ ...both, rates: [...days.rates, sunday] }, new Map())
  expect(shown.slice(2).map(({ mark, name }) => [mark, readable(name)])).toEqual([
    ['by hand', 'Sun 22 Nov, Entered by hand'],
    ['by hand', 'Mon 23 Nov, Entered by hand'],
    [undefined, 'Tue 24 Nov, Ill Full Moon Poya Day, no rate'],
    ['missing', 'Wed 25 Nov, not received, no rate'],
    ['partial', 'Thu 26 Nov, Incomplete'],
  ])
})

test('the legend begins with published, whichever day comes first', () => {
  const { container } = render(<DayLegend days={{ ...days, from: day('2026-11-23') }} />)
  const entries = [...container.querySelectorAll('li')].map((each) => each.textContent.trim())
  expect(entries).toEqual(['Published', 'Entered by hand', 'Missing', 'Poya day'])
})

test('the days are links, with the chosen one and arrows up to today', () => {
  const addressOf = (date: string) => `/rates?date=${date}`
  const strip = (chosen: string) => (
    <DayStrip days={days} chosen={day(chosen)} counts={undefined} addressOf={addressOf} />
  )
  const { rerender } = render(strip('2026-11-21'))
  const chosen = screen.getByRole('link', { current: 'date' })
  expect(readable(chosen.ariaLabel)).toBe('Sat 21 Nov, weekend, no rate')
  expect(chosen.getAttribute('href')).toBe('/rates?date=2026-11-21')
  expect(screen.getByRole('link', { name: 'Day after' }).getAttribute('href')).toBe(
    '/rates?date=2026-11-22',
  )
  rerender(strip('2026-11-26'))
  expect(screen.queryByRole('link', { name: 'Day after' })).toBeNull()
})

test('the strip has the chosen day in its middle and ends with today', () => {
  const query = (date: string | undefined) =>
    stripQuery(
      { currency: 'USD', kind: 'indicative', date: date === undefined ? date : day(date) },
      day('2026-11-26'),
    ).queryKey[1]
  const path = '/api/exchange-rate/USD/history?'
  expect(query('2026-11-07')).toBe(`${path}from=2026-11-01&to=2026-11-13&missing=1`)
  expect(query(undefined)).toBe(`${path}from=2026-11-14&to=2026-11-26&missing=1`)
})

test('without addresses the days are buttons of a form, with arrows up to today', () => {
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button')
  const { rerender } = render(
    <DayStrip days={days} chosen={day('2026-11-25')} counts={day('2026-11-23')} />,
  )
  expect(buttons().map(({ name, value }) => `${name} ${value}`)).toEqual([
    'date 2026-11-24',
    ...days.rates
      .concat(days.missing as never)
      .map((each) => `date ${each.date}`)
      .sort(),
    'date 2026-11-26',
  ])
  expect(readable(screen.getByRole('button', { current: 'date' }).ariaLabel)).toBe(
    'Wed 25 Nov, not received, no rate',
  )
  rerender(<DayStrip days={days} chosen={day('2026-11-26')} counts={undefined} />)
  expect(screen.queryByRole('button', { name: 'Day after' })).toBeNull()
})
