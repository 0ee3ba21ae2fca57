import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setCurrencies } from '../currency.ts'
import { readAmount } from './amount-text.ts'
import { formatAmount } from './conversion.ts'

function understood(typed: string): string {
  const read = readAmount(typed)
  if ('amount' in read) return [formatAmount(read.amount), read.unit].filter(Boolean).join(' ')
  if (read.error === 'unknown unit') return `unknown: ${read.unit}`
  return read.error === 'ambiguous' ? `${read.values.map(formatAmount).join(' or ')}?` : read.error
}

describe('an amount', () => {
  it.each([
    ['0001', '1.00'],
    ['$1,299.99', '1,299.99 $'],
    ['USD 1299', '1,299.00 USD'],
    ['1299 usd', '1,299.00 USD'],
    ['US$ 1,299.99', '1,299.99 USD'],
    ['$1,299.99 AUD', '1,299.99 AUD'],
    ['1 250,75', '1,250.75'],
    ['Rs. 5 000', '5,000.00 LKR'],
    ['Rs.5,000/=', '5,000.00 LKR'],
    ['Rs. .5', '0.50 LKR'],
    ['£20', '20.00 GBP'],
    ['1,250.750', '1,250.75'],
    ['1 250.750', '1,250.75'],
    ['1234.567', '1,234.5670'],
    ['3,000/=', '3,000.00 LKR'],
    ['١٢٬٥٠٠٫٧٥', '12,500.75'],
    ['१२,५०० USD', '12,500.00 USD'],
    ['2 lakh crore', '2,000,000,000,000.00'],
    ['15 lakhs', '1,500,000.00'],
    ['1.5 lakh', '150,000.00'],
    ['1.25075 lakh', '125,075.00'],
    ['1.250 lakhs', '125,000.00'],
    ['1,250 lakhs', '125,000,000.00'],
    ['Rs. 2 crore', '20,000,000.00 LKR'],
    ['2 Crores rupees', '20,000,000.00 LKR'],
    ['1.5m USD', '1,500,000.00 USD'],
    ['250k', '250,000.00'],
    ['12,450.75 US Dollars', '12,450.75 USD'],
    ['20 dollars', '20.00 $'],
    ['20 pounds sterling', '20.00 GBP'],
    ['Rs 500', '500.00 LKR'],
    ['500 Sri Lankan rupees', '500.00 LKR'],
  ])('reads %j as %s', (typed, meant) => {
    expect(understood(typed)).toBe(meant)
  })

  it.each([
    ['1.250', '1,250.00 or 1.25?'],
    ['12.345', '12,345.00 or 12.3450?'],
    ['1 250,750', '1,250,750.00 or 1,250.75?'],
  ])('is ambiguous if it could be a thousand times as much: %j', (typed, values) => {
    expect(understood(typed)).toBe(values)
  })

  it.each([
    ...['', '.', '1e3', 'ten', 'USD 5 GBP', '5 USD 6', '$', `5${' '.repeat(40)}5`].map(
      (typed) => [typed, 'not a number'] as const,
    ),
    ...['1,250.000.5', '1,2.3,4', '1..5', '1  250', '1,250.75.', '125,00,000'].map(
      (typed) => [typed, 'groups'] as const,
    ),
    ...([
      ['9'.repeat(20), 'size'],
      ['1.2345678901 lakh', 'decimals'],
      ['EUR 5', 'unknown: EUR'],
      ['€500', 'unknown: €'],
      ['5 lakh yen', 'unknown: lakh yen'],
      ['5 k m', 'unknown: k m'],
    ] as const),
  ])('is refused: %j (%s)', (typed, why) => {
    expect(understood(typed)).toBe(why)
  })

  it.each([
    [['USD', 'EUR', 'JPY'], '€500', '500.00 EUR'],
    [['USD', 'EUR', 'JPY'], '500 euros', '500.00 EUR'],
    [['USD', 'EUR', 'JPY'], '5 lakh yen', '500,000.00 JPY'],
    [['USD', 'EUR', 'JPY'], '¥1000', '1,000.00 JPY'],
    [['USD', 'EUR', 'JPY'], '1000 Japanese Yen', '1,000.00 JPY'],
    [['USD', 'EUR', 'JPY'], '$5', '5.00 $'],
    [['USD', 'EUR', 'JPY'], '£5', 'unknown: £'],
    [['JPY', 'CNY'], '¥1000', 'unknown: ¥'],
    [['JPY', 'CNY'], 'CN¥1,000', '1,000.00 CNY'],
    [['CHF', 'SGD', 'INR'], '20 Swiss francs', '20.00 CHF'],
    [['CHF', 'SGD', 'INR'], '12,450.75 Singapore Dollars', '12,450.75 SGD'],
    [['CHF', 'SGD', 'INR'], '$5', '5.00 $'],
    [['CHF', 'SGD', 'INR'], '₹ 1,25,000', '125,000.00 INR'],
    [['CHF', 'SGD', 'INR'], '500 rupees', '500.00 LKR'],
  ] as const)('with %s reads %j as %s', (list, typed, meant) => {
    setCurrencies(list)
    onTestFinished(() => setCurrencies())
    expect(understood(typed)).toBe(meant)
  })

  it('consists of the typed digits in order, with the last mark as decimal mark or none', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d., ']{1,14}$/), (typed) => {
        const read = readAmount(typed)
        if (!('amount' in read)) return
        const digits = (text: string) => text.replace(/\D/g, '')
        const at = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','))
        const fraction = at < 0 ? '' : digits(typed.slice(at))
        const whole = at < 0 ? typed : typed.slice(0, at)
        const values = [BigInt(digits(typed)) * 10_000n]
        if (fraction.length <= 4)
          values.push(BigInt(digits(whole) || '0') * 10_000n + BigInt(fraction.padEnd(4, '0')))
        expect(values).toContain(read.amount)
      }),
      { numRuns: 2000 },
    )
  })
})
