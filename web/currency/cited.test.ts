import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { readPlace } from '../load-page.ts'
import { readCitation, readConverted } from './cited.ts'

const read = (search: string) =>
  readCitation(readPlace(`/rates/USD/2026-11-06?${search}`, calendarDateOf('2026-11-10')))

test.each([
  ['for=2026-11-07', '2026-11-07'],
  ['for=2026-11-06', undefined],
  ['for=2026-11-05', undefined],
  ['for=2026-11-11', undefined],
  ['for=2026-02-30', undefined],
  ['', undefined],
])('%s is asked for %s: only a later day up to today', (search, asked) => {
  expect(read(search).asked).toBe(asked)
})

test.each([
  ['amount=12500', [125_000_000n, false]],
  ['amount=12500&from=LKR', [125_000_000n, true]],
  ['amount=1299.99', [12_999_900n, false]],
  ['amount=0.0001', [1n, false]],
  ['amount=1.250', undefined],
  ['amount=0', undefined],
  ['amount=many', undefined],
  ['', undefined],
])('%s converts %s', (search, expected) => {
  const converted = readConverted(read(search))
  expect(converted && [converted.amount, converted.fromRupees]).toEqual(expected)
})
