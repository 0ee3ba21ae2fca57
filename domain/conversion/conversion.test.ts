import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amount-text.ts'
import { formatAmount, fromRupees, inverseText, formatResult, toRupees } from './conversion.ts'
import { MAX_RATE, type Rate } from '../money.ts'

const rate = (units: number) => units as Rate
const anyRate = fc.integer({ min: 1, max: MAX_RATE }).map(rate)
const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 19n - 1n })

describe('a conversion', () => {
  it('is exact: 12,500 dollars at 301.25 are 3,765,625 rupees, and back', () => {
    expect(toRupees(125_000_000n, rate(3_012_500))).toBe(37_656_250_000n)
    expect(fromRupees(37_656_250_000n, rate(3_012_500))).toBe(125_000_000n)
    expect(formatAmount(37_656_250_000n)).toBe('3,765,625.00')
  })

  it('rounds half away from zero', () => {
    expect(toRupees(1n, rate(5_000))).toBe(1n)
    expect(toRupees(1n, rate(4_999))).toBe(0n)
  })

  it.each([
    ['10.005', 10_000, false, '10.01'],
    // 1.00495: rounded to 1.0050 first, it would become 1.01.
    ['2.0099', 5_000, false, '1.00'],
    ['1299.99', 3_309_054, false, '430,173.71'],
    ['1', 3_309_054, true, '0.0030'],
    ['330', 3_309_054, true, '0.9973'],
    ['331', 3_309_054, true, '1.00'],
  ])(
    'shows %s at %i ten-thousandths (from rupees: %s) as %s',
    (typed, units, isFromRupees, shown) => {
      const amount = BigInt(Math.round(Number(typed) * 10_000))
      expect(formatResult(amount, rate(units), isFromRupees)).toBe(shown)
    },
  )

  it('is rounded once: a shown result lies within half a cent of the exact one', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (amount, at) => {
        const shown = BigInt(formatResult(amount, at, false).replace(/\D/g, ''))
        fc.pre(amount * BigInt(at) >= 100_000_000n)
        const error = shown * 1_000_000n - amount * BigInt(at)
        expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(1_000_000n)
      }),
    )
  })

  it('converts back to within half a ten-thousandth of the currency, times the rate', () => {
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

  it('formats what it reads', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(readAmount(formatAmount(amount))).toEqual({ amount, unit: undefined })
      }),
    )
  })
})
