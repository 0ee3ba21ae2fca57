import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { readPlace } from '../load-page.ts'
import { citedQueries, formatKnownAt, readCitation, readConverted } from './cited.ts'

const today = calendarDateOf('2026-11-10')
const read = (search: string) => readCitation(readPlace(`/rates/USD/2026-11-06?${search}`, today))

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
  ['2026-11-07T15:30', '2026-11-07T10:00:00.000Z'],
  ['2026-11-07T15:30:05', '2026-11-07T10:00:05.000Z'],
  ['2026-11-07T15:30:04.35', '2026-11-07T10:00:04.350Z'],
  // The API cites instants in UTC.
  ['2026-11-07T10:00:00Z', '2026-11-07T10:00:00.000Z'],
  ['2026-11-07T10:00:00.123Z', '2026-11-07T10:00:00.123Z'],
  ['2026-11-07T15:61', undefined],
  ['2026-11-31T15:30', undefined],
  ['yesterday', undefined],
])('known_at=%s asks for the rate as known at %s', (knownAt, instant) => {
  const [, address] = citedQueries(read(`known_at=${knownAt}`), today).cited.queryKey
  expect(new URL(address, 'http://x').searchParams.get('known_at')).toBe(instant ?? null)
})

test('an instant keeps its milliseconds in an address', () => {
  const instant = '2026-11-07T10:00:05.007Z'
  expect(formatKnownAt(new Date(instant))).toBe('2026-11-07T15:30:05.007')
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
