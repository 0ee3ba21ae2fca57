import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountFromText, formatAmount, fromRupees, inverseText, toRupees } from './conversion.ts'
import { MAX_RATE, type Rate } from './money.ts'

const rate = (units: number) => units as Rate
const anyRate = fc.integer({ min: 1, max: MAX_RATE }).map(rate)
const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 19n - 1n })

describe('a conversion', () => {
  it.each([
    ['12,500', 125_000_000n],
    ['12 500.5', 125_005_000n],
    ['.5', 5_000n],
    ['1.', 10_000n],
    ['0001', 10_000n],
  ])('reads %j', (typed, amount) => {
    expect(amountFromText(typed)).toBe(amount)
  })

  it.each(['', '.', '0', '-1', '1.23456', '1,50', '12,50,000', '1e3', 'ten', '9'.repeat(20)])(
    'refuses %j',
    (typed) => {
      expect(amountFromText(typed)).toBeUndefined()
    },
  )

  it('is exact: 12,500 dollars at 301.25 are 3,765,625 rupees, and back', () => {
    expect(toRupees(125_000_000n, rate(3_012_500))).toBe(37_656_250_000n)
    expect(fromRupees(37_656_250_000n, rate(3_012_500))).toBe(125_000_000n)
    expect(formatAmount(37_656_250_000n)).toBe('3,765,625.00')
  })

  it('rounds half away from zero', () => {
    expect(toRupees(1n, rate(5_000))).toBe(1n)
    expect(toRupees(1n, rate(4_999))).toBe(0n)
  })

  it('comes back to within half a ten-thousandth of the currency, times the rate', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (rupees, at) => {
        const error = toRupees(fromRupees(rupees, at), at) - rupees
        expect((error < 0n ? -error : error) * 20_000n).toBeLessThanOrEqual(BigInt(at) + 20_000n)
      }),
    )
  })

  it.each([
    [3_012_500, '0.00331950'],
    [10_000, '1.00000'],
    [9_999, '1.00010'],
    [1, '10000.0'],
    [MAX_RATE, '0.0000000100000'],
  ])('gives the inverse of %i ten-thousandths in six significant digits: %s', (units, text) => {
    expect(inverseText(rate(units))).toBe(text)
  })

  it('writes what it reads', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(amountFromText(formatAmount(amount))).toBe(amount)
      }),
    )
  })
})
