import { expect, it } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Known } from '../load-page.ts'
import { currencyQueries, readCurrency } from './currency.ts'

it.each([
  ['the day before', '2026-09-28', { day: '2026-09-27', month: '2026-08-28', year: '2025-09-28' }],
  ['long ago', '2026-03-31', { day: '2026-03-30', month: '2026-02-28', year: '2025-03-31' }],
])('counts changes back from the day of a rate of %s', (_, date, ends) => {
  const place = {
    path: '/rates/USD',
    search: new URLSearchParams(),
    today: calendarDateOf('2026-09-29'),
  }
  const known = (({ queryKey: [, at] }) =>
    at.includes('/current/') ? { data: { date } } : undefined) as Known
  const { spans } = currencyQueries(readCurrency(place), known)
  const read = ({ queryKey: [, at] }: typeof spans.day) => new URLSearchParams(at.split('?')[1])
  expect({
    day: read(spans.day).get('to'),
    month: read(spans.month).get('to'),
    year: read(spans.year).get('to'),
  }).toEqual(ends)
})
