import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from './conversion/conversion.ts'
import { formatRate, type Rate } from './money.ts'
import { readNumber, readRateText, type TypedNumber } from './typed-number.ts'

function shown(read: TypedNumber, format = formatAmount): string {
  if (read.error === undefined) return format(read.value)
  return read.error === 'ambiguous' ? `${read.values.map(format).join(' or ')}?` : read.error
}

const shownRate = (typed: string) => {
  const read = readRateText(typed)
  return read.error === undefined
    ? formatRate(read.rate)
    : shown(read, (value) => formatRate(Number(value) as Rate))
}

describe('a typed number', () => {
  it.each([
    // Typed, read as an amount, read as a rate.
    ['301.25', '301.25', '301.2500'],
    [' 301.2500 ', '301.25', '301.2500'],
    ['301,25', '301.25', '301.2500'],
    ['301,2500', '301.25', '301.2500'],
    ['12,50,000', '1,250,000.00', '1250000.0000'],
    ['12,50,000.75', '1,250,000.75', '1250000.7500'],
    ['1,234,567', '1,234,567.00', '1234567.0000'],
    ['1.250.000', '1,250,000.00', '1250000.0000'],
    ['1,301.25', '1,301.25', '1301.2500'],
    ['1.301,25', '1,301.25', '1301.2500'],
    ["1'301.25", '1,301.25', '1301.2500'],
    ['1\u202f301,25', '1,301.25', '1301.2500'],
    ['0,905', '0.9050', '0.9050'],
    ['0.905', '0.9050', '0.9050'],
    ['.5', '0.50', '0.5000'],
    ['1.', '1.00', '1.0000'],
    ['1234,567', '1,234,567.00 or 1,234.5670?', '1234567.0000 or 1234.5670?'],
    // A rate is never taken a thousandfold without asking.
    ['330,905', '330,905.00', '330905.0000 or 330.9050?'],
    ['330.905', '330,905.00 or 330.9050?', '330.9050'],
    ['0', 'size', 'size'],
    ['-5', 'size', 'size'],
    ['1.23456', 'decimals', 'decimals'],
    ['1,25,00', 'groups', 'groups'],
    ['301.25.10', 'groups', 'groups'],
    ['332.1\n5', 'not a number', 'not a number'],
    ['332\t335', 'not a number', 'not a number'],
    ['29/09/2026', 'not a number', 'not a number'],
    ['3e2', 'not a number', 'not a number'],
    ['', 'not a number', 'not a number'],
    ['9'.repeat(41), 'not a number', 'not a number'],
    ['999999999', '999,999,999.00', 'size'],
  ])('%j is %s as an amount and %s as a rate', (typed, amount, rate) => {
    expect(shown(readNumber(typed, 'amount'))).toBe(amount)
    expect(shownRate(typed)).toBe(rate)
  })

  it.each([
    ['330,905', ',', '330.9050'],
    ['330,905', '.', '330,905.00'],
    ['1.250', ',', '1,250.00'],
    ['1.250', '.', '1.25'],
    ['1.250,5', '.', 'groups'],
  ] as const)('%j with the decimal mark %j is %s', (typed, mark, value) => {
    expect(shown(readNumber(typed, 'rate', { mark }))).toBe(value)
  })

  it.each(['LKR 301.25', 'Rs. 301.25', 'rs301.25', '301.25 LKR', '301.25/='])(
    '%j is a rate in rupees',
    (typed) => expect(shownRate(typed)).toBe('301.2500'),
  )

  it('has the same value with every pair of marks', () => {
    const marks = fc.constantFrom(',.', '.,', ' .', ' ,', '\u00a0,', "'.", '’.')
    const whole = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n })
    const fraction = fc.stringMatching(/^(\d{2}|\d{4})$/)
    fc.assert(
      fc.property(whole, fraction, marks, (units, decimals, [group = '', point = '']) => {
        const typed = units.toLocaleString('en').replaceAll(',', group) + point + decimals
        const value = units * 10_000n + BigInt(decimals.padEnd(4, '0'))
        expect(readNumber(typed, 'amount')).toEqual({ value })
      }),
    )
  })
})
