import { expect, test } from 'vitest'
import { formatRate } from '../money.ts'
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
