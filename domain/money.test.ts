import fc from 'fast-check'
import {
  average,
  formatChange,
  formatRate,
  MAX_RATE,
  percentChange,
  percentChangeText,
  type Rate,
  rateFromFeed,
  rateFromNumber,
  rateFromText,
  rateOf,
  roundedRate,
  toWire,
} from './money.ts'
import { describe, expect, it, test } from 'vitest'

const rates = fc.integer({ min: 1, max: MAX_RATE }).map((units) => units as Rate)

describe('a rate', () => {
  test('survives JSON and the database to the ten-thousandth', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        expect(rateFromNumber(JSON.parse(JSON.stringify(toWire(rate))))).toBe(rate)
        expect(rateFromText(formatRate(rate))).toBe(rate)
        expect(rateOf(formatRate(rate))).toBe(rate)
        expect(rateFromFeed(toWire(rate))).toBe(rate)
      }),
    )
  })

  test.each([
    [301.25, 3_012_500],
    [0.0001, 1],
    [99_999_999.9999, MAX_RATE],
    [1e2, 1_000_000],
    [301.12345, 'too many decimals'],
    [0.00001, 'too many decimals'],
    [0, 'not above zero'],
    [-0, 'not above zero'],
    [-301.25, 'not above zero'],
    [100_000_000, 'too large'],
    [1e300, 'too large'],
    [NaN, 'not a number'],
    [Infinity, 'not a number'],
    ['301.25', 'not a number'],
    [true, 'not a number'],
    [null, 'not a number'],
    [[1], 'not a number'],
  ])('of the JSON value %j is %s', (value, expected) => {
    expect(rateFromNumber(value)).toBe(expected)
  })

  test.each([
    ['301.25', 3_012_500],
    ['301', 3_010_000],
    ['.5', 5000],
    ['301.', 3_010_000],
    ['0301.250000', 3_012_500],
    ['301.12345', 'too many decimals'],
    ['0.0000', 'not above zero'],
    ['100000000', 'too large'],
    ['-1', 'not above zero'],
    ['-', 'not a number'],
    ['+1', 'not a number'],
    ['1e3', 'not a number'],
    ['1,000', 'not a number'],
    ['0x10', 'not a number'],
    ['٣', 'not a number'],
    ['', 'not a number'],
    ['.', 'not a number'],
  ])('of the text %j is %s', (text, expected) => {
    expect(rateFromText(text)).toBe(expected)
  })

  test.each([
    ['301.12345', 3_011_235],
    ['301.12344999', 3_011_234],
    ['.00005', 1],
    ['301', 3_010_000],
    ['99999999.99995', 'too large'],
    ['1,000.12345', 'not a number'],
  ])('of the text %j is %s if it may be rounded', (text, expected) => {
    expect(roundedRate(text)).toBe(expected)
  })

  test('of a feed is rounded to 4 decimals, half away from zero', () => {
    expect(rateFromFeed(330.90540472)).toBe(3_309_054)
    expect(rateFromFeed(1.00005)).toBe(10_001)
    expect(rateFromFeed(1.00004999)).toBe(10_000)
    expect(rateFromFeed(0.00004)).toBe('not above zero')
    const decimals = fc.integer({ min: 100_000_000, max: 999_999_999_999 })
    fc.assert(
      fc.property(decimals, (hundredMillionths) => {
        const rounded = Number((BigInt(hundredMillionths) + 5000n) / 10_000n)
        expect(rateFromFeed(hundredMillionths / 1e8)).toBe(rounded)
      }),
    )
  })

  test('that the database must not hold throws', () => {
    for (const value of ['0', '-1', 'x', '301.12345', 0])
      expect(() => rateOf(value)).toThrow(RangeError)
  })
})

describe('an average', () => {
  test('is rounded half away from zero, and null without rates', () => {
    expect(average([1, 2] as Rate[])).toBe(2)
    expect(average([1, 1, 2] as Rate[])).toBe(1)
    expect(average([])).toBeNull()
  })

  test('lies between the smallest and the largest and is off by half a ten-thousandth at most', () => {
    fc.assert(
      fc.property(fc.array(rates, { minLength: 1, maxLength: 30 }), (list) => {
        const mean = average(list) ?? 0
        expect(mean).toBeGreaterThanOrEqual(Math.min(...list))
        expect(mean).toBeLessThanOrEqual(Math.max(...list))
        const total = list.reduce((sum, each) => sum + BigInt(each), 0n)
        const off = BigInt(mean) * BigInt(list.length) - total
        expect((off < 0n ? -off : off) * 2n <= BigInt(list.length)).toBe(true)
      }),
    )
  })
})

test('rates and changes are shown with 4 decimals, changes with their sign', () => {
  expect(formatRate(rateOf(301.25))).toBe('301.2500')
  expect(formatRate(rateOf(0.0001))).toBe('0.0001')
  expect(['+0.0000', '+0.0001', '−1.5000']).toEqual([0, 1, -15_000].map(formatChange))
})

const change = (from: number, to: number) => percentChangeText(from as Rate, to as Rate)

describe('a change in per cent', () => {
  it.each([
    [3_300_327, 3_309_054, '+0.26 %'],
    [4_000_000, 4_010_000, '+0.25 %'],
    [4_010_000, 4_000_000, '−0.25 %'],
    [3_309_054, 3_309_054, '0.00 %'],
    [200_000, 200_009, '0.00 %'],
    [200_000, 200_010, '+0.01 %'],
    [200_000, 199_990, '−0.01 %'],
    [2_388_086, 2_388_000, '0.00 %'],
    [1, MAX_RATE, '× 999,999,999,999'],
  ])('from %i to %i ten-thousandths is %s', (from, to, said) => {
    expect(change(from, to)).toBe(said)
  })

  it('is the nearest hundredth, whichever way the rate went', () => {
    const rate = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(rate, rate, (from, to) => {
        const exact = ((to - from) * 10_000) / from
        expect(Math.abs(percentChange(from as Rate, to as Rate) - exact)).toBeLessThanOrEqual(
          0.5 + 1e-6,
        )
      }),
    )
  })
})
