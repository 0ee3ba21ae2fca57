import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateOf, type Rate } from './money.ts'
import { RATE_KINDS } from './series.ts'
import { formatSpread, otherSide, spreadOf, spreadWarnings } from './spread.ts'

const spread = (buying: number, selling: number) =>
  formatSpread(spreadOf(rateOf(buying), rateOf(selling)))

test('the spread of 20 July 2026 is 2.80 % of the middle', () => {
  expect(spread(331.5003, 340.9069)).toBe('2.80 %')
  expect(spread(301, 301)).toBe('0.00 %')
  expect(spread(302, 301)).toBe('-0.33 %')
})

test('only buying and selling are held against each other', () => {
  expect(RATE_KINDS.filter(otherSide)).toEqual(['tt-buying', 'tt-selling'])
  expect(otherSide('tt-buying')).toBe('tt-selling')
  expect(otherSide('tt-selling')).toBe('tt-buying')
})

test.each([
  ['tt-buying', 331.5003, 340.9069, []],
  ['tt-buying', 340.9069, 340.9069, ['buying not below selling']],
  ['tt-selling', 331.5003, 340.9069, ['buying not below selling']],
  // 8 % of the middle of 96 and 104 is 8.
  ['tt-selling', 104, 96, []],
  ['tt-selling', 104.0001, 96, ['wide spread']],
  ['tt-buying', 95.9999, 104, ['wide spread']],
] as const)('%s %d beside %d raises %j', (kind, rate, other, expected) => {
  expect(spreadWarnings(kind, rateOf(rate), rateOf(other)).map((each) => each.kind)).toEqual(
    expected,
  )
})

test('it makes no difference which side is entered last', () => {
  const rate = fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => units as Rate)
  fc.assert(
    fc.property(rate, rate, (buying, selling) => {
      expect(spreadWarnings('tt-buying', buying, selling)).toEqual(
        spreadWarnings('tt-selling', selling, buying),
      )
    }),
  )
})
