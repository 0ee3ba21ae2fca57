import { expect, onTestFinished, test } from 'vitest'
import { setCurrencies } from '../currency.ts'
import { formatRate, type Rate } from '../money.ts'
import { readImport } from '../import-rows.ts'
import { resultOf } from './result-of.fixture.ts'
import recorded from './recorded-sheets.json' with { type: 'json' }

/*
 * Sheets as banks and treasuries send them, with every rate that may be read out of each: no rate
 * under another currency, kind or day than its headings say.
 */
test.each(recorded)('of the sheet $sheet exactly what it says is read', (each) => {
  const { rows, unused, asked } = resultOf(readImport(each.lines.join('\n')))
  const [right, wrong] = [
    rows.filter(({ errors }) => errors.length === 0),
    rows.filter(({ errors }) => errors.length > 0),
  ]
  expect({
    rates: right.map(({ date, currency, kind, rate }) =>
      [date, currency, kind, rate === null ? null : formatRate(rate)].filter(Boolean).join(' '),
    ),
    wrong: wrong.map(({ errors }) =>
      errors.map((error) => (JSON.parse(error) as string[]).join(': ')).join('; '),
    ),
    unused: unused.map(({ heading, why }) => `${heading}: ${why}`),
    asked,
  }).toEqual({ rates: each.rates, wrong: each.wrong, unused: each.unused, asked: each.asked })
})

test('a rate of as many units as rates of its currency are kept for is taken as it stands', () => {
  setCurrencies(['USD', 'JPY', 'IDR'])
  onTestFinished(() => setCurrencies())
  const rates = (...lines: string[]) =>
    resultOf(readImport(['Rates as at 20 Nov 2026', ...lines].join('\n'))).rows.map(
      ({ currency, rate, errors }) =>
        `${currency} ${errors.length > 0 || formatRate(rate as Rate)}`,
    )
  expect(
    rates(
      'Currency\tCode\tTT selling',
      'Japanese Yen (per 100)\tJPY\t218.4',
      'Japanese Yen\tJPY\t2.1841',
      'Indonesian Rupiah 1,000 units\tIDR\t20.125',
      'Indonesian Rupiah per 100\tIDR\t2.0125',
    ),
  ).toEqual(['JPY 218.4000', 'JPY 218.4100', 'IDR 20.1250', 'IDR true'])
  expect(
    rates('Currency\tUnit\tTT selling', 'USD\t1\t334', 'JPY\t100\t218.4', 'USD\t100\t33400'),
  ).toEqual(['USD 334.0000', 'JPY 218.4000', 'USD true'])
})
