import { describe, expect, onTestFinished, test } from 'vitest'
import { setCurrencies } from '../currency.ts'
import { formatRate } from '../money.ts'
import { readImport } from '../import-rows.ts'
import { resultOf } from './result-of.fixture.ts'

/** The rates without an error of a table whose rows are given with strokes between their cells. */
function ratesOf(...lines: string[]): string[] {
  const { rows, asked } = resultOf(readImport(lines.join('\n').replaceAll(' | ', '\t')))
  // While there is a question, nothing can be imported.
  if (asked.length > 0) return asked.map((text) => `asked: ${text}`)
  return rows
    .filter(({ errors }) => errors.length === 0)
    .map(({ date, currency, kind, rate }) =>
      [date, currency, kind, rate === null ? '' : formatRate(rate)].filter(Boolean).join(' '),
    )
}

describe('The words of a heading', () => {
  test.each([
    ...['USD', 'usd', 'USD/LKR', 'USDLKR', 'USD-LKR', 'USD (LKR)', 'LKR per USD', 'Rs. per US$'],
    ...['US Dollar', 'US$', '1 USD', 'USD 1', 'USD rate', 'USD exchange rate', 'USD in LKR'],
    ...['USD indicative rate', 'USD spot', 'USD to LKR', 'USD (Rs.)', 'LKR per 1 USD', 'USD CBSL'],
    ...['U.S. Dollar', 'American dollars', 'Dollar (US)', 'US Dollars (USD)', 'USD - US Dollar'],
    ...['USD official rate', 'Rate of USD', 'USD Actual', 'USD mid'],
  ])('“%s” are all known, and its rates are read', (heading) => {
    const kind = /indicative/.test(heading) ? 'indicative ' : ''
    expect(ratesOf(`Date | ${heading}`, '2026-11-20 | 330')).toEqual([
      `2026-11-20 USD ${kind}330.0000`,
    ])
  })

  test.each([
    ...[
      'Non-customs USD',
      'USD non customs',
      'USD (ex-customs)',
      'USD excl. customs',
      'not TT USD',
    ],
    ...['USD Hedged', 'USD hedge', 'USD Booking', 'USD weighted', 'USD SWIFT', 'USD special'],
    ...['USD parallel market', 'USD black market', 'USD kerb', 'USD preferential', 'USD corporate'],
    ...['USD cross', 'USD REER', 'USD index', 'USD PM fix', 'USD internal', 'USD transfer price'],
    ...['USD accounting', 'USD provisional', 'USD swap points', 'USD deposit', 'USD SOFR'],
    ...['USD interest', 'USD reserves', 'USD bn', 'USD m', 'USD turnover', 'USD remittances'],
    ...['USD O/N', 'USD TOM', 'USD cash', 'USD T+1', 'USD NDF', 'USD WAR', 'USD P/L', 'USD q'],
    ...['USD 12', 'USD 2025', 'USD x100', 'USD 100', 'USD/100', 'USD (hundred)', 'Rs. per $100'],
    ...['USD old', 'USD new', 'USD revised', 'USD ▲', 'USD*', 'USD 1 = ?', 'USD TT Customer buys'],
    ...['USD in INR', 'USD (₹)', 'USD/SGD', 'EUR/USD', 'EURUSD', 'LKR per JPY 100', 'Barbados US$'],
    ...['Falkland Islands Pound', 'USD Bill Buying', 'USD demand draft', 'USD customs buying'],
  ])('“%s” are not all known or speak against it, and nothing is read', (heading) => {
    const rates = ratesOf(`Date | ${heading}`, '2026-11-20 | 330')
    expect(rates.filter((each) => !each.startsWith('asked'))).toEqual([])
  })

  test.each(['LKR to USD', 'LKRUSD', 'LKR/USD', 'USD per LKR', 'Rs. in US$'])(
    '“%s” over a figure below one is what a rupee is worth',
    (heading) => {
      expect(ratesOf(`Date | ${heading}`, '2026-11-20 | 0.00303')).toEqual([])
    },
  )

  test.each([
    ...['Closing', 'Price', 'Value', 'Figure', 'X', 'Level', 'Fix', 'Rate (%)', 'Old rate'],
    ...['Rate yesterday', 'Target', 'Hedged rate', 'Contract rate', 'Agreed rate', 'Tax rate'],
    ...[
      'Interest rate',
      'Growth rate',
      'Lending rate',
      'Rate (USD)',
      'Rate in INR',
      'Discount rate',
    ],
  ])('“%s” are no rate of the currency of a row', (heading) => {
    expect(ratesOf(`Date | Currency | ${heading}`, '2026-11-20 | GBP | 330')).toEqual([])
  })
})

describe('The name of a currency', () => {
  const named = (...list: Parameters<typeof setCurrencies>) => {
    setCurrencies(...list)
    onTestFinished(() => setCurrencies())
  }

  test.each([
    ...[
      ['Euro', 'EUR', '375.5'],
      ['Euros (EUR)', 'EUR', '375.5'],
      ['€', 'EUR', '375.5'],
    ],
    ...[
      ['EUR€', 'EUR', '375.5'],
      ['Rs. per Euro', 'EUR', '375.5'],
      ['Swiss Franc', 'CHF', '375.5'],
    ],
    ...[
      ['Indian Rupees', 'INR', '375.5'],
      ['₹', 'INR', '375.5'],
      ['Hong Kong Dollar (HK$)', 'HKD', '375.5'],
    ],
    ...[
      ['Japanese Yen', 'JPY', '2.101'],
      ['Yen', 'JPY', '2.101'],
      ['Sterling Pound', 'GBP', '375.5'],
    ],
  ])('“%s” over a column or in a row is %s where that is configured', (name, code, rate) => {
    named(['USD', 'GBP', 'EUR', 'CHF', 'INR', 'HKD', 'JPY'])
    const read = [`2026-11-20 ${code} ${code === 'JPY' ? '210.1000' : '375.5000'}`]
    expect(ratesOf(`Date | ${name}`, `2026-11-20 | ${rate}`)).toEqual(read)
    expect(ratesOf('Date | Currency | Rate', `2026-11-20 | ${name}`.concat(` | ${rate}`))).toEqual(
      read,
    )
  })

  test.each(['Euro', '€', 'Japanese Yen', 'Yen', '¥', 'Swiss Franc', 'Indian Rupee', '₹', 'HK$'])(
    '“%s” is no currency where it is not configured',
    (name) => {
      expect(ratesOf(`Date | ${name}`, '2026-11-20 | 330')).toEqual([])
      expect(ratesOf(`Date | USD | ${name}`, '2026-11-20 | 330 | 375')).toEqual([
        '2026-11-20 USD 330.0000',
      ])
      named(['USD', 'SDG', 'CNY', 'SEK'])
      expect(ratesOf(`Date | ${name}`, '2026-11-20 | 330')).toEqual([])
    },
  )

  test.each([
    'South Sudanese Pound',
    'Chinese Yuan (offshore)',
    '¥',
    '£',
    '$',
    'EUR/Yuan',
    'Euro €/¥',
  ])('“%s” may be another than the one that is configured', (name) => {
    named(['EUR', 'SDG', 'CNY'])
    expect(ratesOf(`Date | ${name}`, '2026-11-20 | 330')).toEqual([])
  })
})

describe('A cell beside a rate', () => {
  test.each([
    ['TT Selling', 'tt-selling '],
    ['T/T selling', 'tt-selling '],
    ['TTS', 'tt-selling '],
    ['Bank sells (TT)', 'tt-selling '],
    ['Telegraphic Transfer - Buying', 'tt-buying '],
    ['Bank buys (TT)', 'tt-buying '],
    ['Customs', 'customs '],
    ['Spot', ''],
  ])('that says “%s” names the kind', (cell, kind) => {
    expect(ratesOf('Date | Currency | Type | Rate', `2026-11-20 | USD | ${cell} | 330`)).toEqual([
      `2026-11-20 USD ${kind}330.0000`,
    ])
  })

  test.each([
    ...['Hedge', 'Average', 'Special', 'OD', 'DD', 'Notes', 'Import', 'Export', 'Forward 1M', '1M'],
    ...['3 months', 'Budget', 'Cross', 'A', 'Cash', 'Black', 'Booking', 'Min', 'Open', 'Estimate'],
    ...[
      'Not customs',
      'Reversal',
      'Cancelled',
      'Test',
      'Draft',
      'Interest',
      'Travel card',
      'Demand',
    ],
    ...['Wholesale', 'TT customer buying', 'LKR per 100', 'Indirect', '100', '2026-12-20', 'EUR'],
  ])('that says “%s” keeps it from being read', (cell) => {
    expect(ratesOf('Date | Currency | Type | Rate', `2026-11-20 | USD | ${cell} | 330`)).toEqual([])
  })

  test.each(['Remarks', 'Source', 'Comment', 'Ref', 'Entered by', 'Bank'])(
    'under “%s” is anything that does not speak against it',
    (heading) => {
      const read = (cell: string) =>
        ratesOf(`Date | Currency | Rate | ${heading}`, `2026-11-20 | USD | 330 | ${cell}`)
      expect(read('As by phone')).toEqual(['2026-11-20 USD 330.0000'])
      expect(read('Over the counter in Colombo, currency notes only')).toEqual([])
      expect(read(`${'As agreed by phone. '.repeat(20)}Forward for three months.`)).toEqual([])
    },
  )

  test.each([
    ['Side', 'B', 'buying'],
    ['B/S', 'S', 'selling'],
    ['P/S', 'P', 'purchase'],
    ['Type', 'මිලදී ගැනීම', 'buying in Sinhala'],
    ['Type', 'විකිණීම', 'selling in Sinhala'],
    ['Type', 'வாங்கும் விலை', 'buying in Tamil'],
    ['Type', 'விற்கும் விலை', 'selling in Tamil'],
  ])('under “%s” that says “%s” is %s, of which the kind is asked', (heading, cell) => {
    expect(
      ratesOf(`Date | Currency | ${heading} | Rate`, `2026-11-20 | USD | ${cell} | 330`),
    ).toEqual([`asked: ${cell}`])
  })
})

describe('The day over a board', () => {
  const board = (...above: string[]) =>
    ratesOf(...above, 'Currency | TT Buying | TT Selling', 'USD | 326 | 333')
  const read = ['2026-11-20 USD tt-buying 326.0000', '2026-11-20 USD tt-selling 333.0000']

  test.each([
    ['20 November 2026'],
    ['Exchange rates as at 20 November 2026'],
    ['Effective from 20 Nov 2026'],
    ['Value date | 2026-11-20'],
    ['Sampath Bank – Exchange rates – Date: 20/11/2026', 'Page 1'],
    ['Report date | 2026-11-21', 'Value date | 2026-11-20'],
    ['Printed 2026-11-21 10:00', 'Rates for 20 Nov 2026'],
  ])('is that of %s', (...above) => {
    expect(board(...above)).toEqual(read)
  })

  test.each([
    ...['Printed on 20 Nov 2026', 'Valid until 20 Nov 2026', 'Last updated: 20/11/2026 09:30'],
    ...['Generated |  | 2026-11-20', 'Circular No. 12 of 20 Nov 2026', 'Downloaded 2026-11-20'],
    ...[
      'Next revision: 20 Nov 2026',
      'Rates from 16 Nov 2026 to 20 Nov 2026',
      'Report date: 2026-11-20',
    ],
    ...['Meeting of the board, 20 Nov 2026 and 21 Nov 2026', 'Monthly averages as at 20 Nov 2026'],
  ])('is not that of “%s”', (above) => {
    expect(board(above)).toEqual([])
  })
})
