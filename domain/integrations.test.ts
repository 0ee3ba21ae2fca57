import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossRate, ONE_RUPEE } from './integrations.ts'
import { MAX_RATE, rateOf, toWire, type Rate } from './money.ts'

const anyRate = fc.integer({ min: 1, max: MAX_RATE }).map((units) => units as Rate)

test.each([
  ['302.4465', '1.0000', '302.4465'],
  ['1.0000', '302.4465', '0.00330636988691'],
  // 302.4465 / 191.8850
  ['302.4465', '191.885', '1.57618625739'],
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  // 1.0000000000005 exactly: a half goes away from zero.
  ['20000000.0000', '19999999.9999', '1.00000000001'],
  ['99999999.9999', '0.0001', '999999999999'],
  ['0.0001', '99999999.9999', '1.00000000000e-12'],
])('%s over %s is %s', (base, quote, expected) => {
  expect(crossRate(rateOf(base), rateOf(quote))).toBe(Number(expected))
})

test('a rate in rupees keeps every digit', () => {
  fc.assert(fc.property(anyRate, (rate) => crossRate(rate, ONE_RUPEE) === toWire(rate)))
})

test('any two rates give the exact quotient rounded to twelve digits', () => {
  fc.assert(
    fc.property(anyRate, anyRate, (base, quote) => {
      const [digits = '', exponent = '0'] = crossRate(base, quote).toExponential().split('e')
      const [whole = '', fraction = ''] = digits.split('.')
      expect(whole.length + fraction.length).toBeLessThanOrEqual(12)
      // |given − base/quote| × 2 ≤ 10^(exponent − 11), in whole numbers.
      const scale = 10n ** 40n
      const power = Number(exponent) - fraction.length
      const given =
        (BigInt(whole + fraction) * scale * 10n ** 20n * BigInt(quote)) / 10n ** BigInt(20 - power)
      const apart = given - BigInt(base) * scale
      const half = (scale * BigInt(quote)) / 10n ** BigInt(11 - Number(exponent))
      expect((apart < 0n ? -apart : apart) * 2n <= half).toBe(true)
    }),
  )
})
