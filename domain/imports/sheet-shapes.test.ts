import { describe, expect, test } from 'vitest'
import { formatRate } from '../money.ts'
import { TableError } from '../pasted-table.ts'
import { readImport, type ImportOptions } from '../import-rows.ts'
import { resultOf } from './result-of.fixture.ts'

const read = (text: string, options: ImportOptions = {}) => resultOf(readImport(text, options))
/**
 * Each rate as `2026-10-01 USD 331.0100`, with its kind where one is named, or the codes of what is
 * wrong with it.
 */
const ratesOf = (text: string, options?: ImportOptions) =>
  read(text, options).rows.map(({ date, currency, kind, rate, errors }) =>
    errors.length > 0
      ? errors.map((error) => (JSON.parse(error) as [string])[0]).join(', ')
      : [date, currency, kind, rate === null ? null : formatRate(rate)].filter(Boolean).join(' '),
  )
const sheet = (...lines: string[]) => lines.join('\n').replaceAll(' | ', '\t')

const WIDE = [
  ...[
    '2026-10-01 USD 331.0100',
    '2026-10-01 AUD 232.3600',
    '2026-10-01 CAD 233.1400',
    '2026-10-01 GBP 438.1200',
  ],
  ...['2026-10-02 USD 331.2500', '2026-10-02 GBP 438.5000'],
]
const ROWS = [
  '2026-10-01 | 331.01 | 232.36 | 233.14 | 438.12',
  '2026-10-02 | 331.25 | - |  | 438.5',
]
const LONG = ['2026-10-01 USD 331.0100', '2026-10-02 GBP 438.5000']

describe('a sheet', () => {
  test.each<[string, string, readonly string[], ImportOptions?]>([
    ['with a column for each currency', sheet('Date | USD | AUD | CAD | GBP', ...ROWS), WIDE],
    [
      'with its currencies named',
      sheet('Date | US Dollar | Australian Dollar | Canadian Dollar | Sterling Pound', ...ROWS),
      WIDE,
    ],
    [
      'with pairs in its headings',
      sheet('Day | USD/LKR | AUD/LKR | CAD/LKR | GBP/LKR', ...ROWS),
      WIDE,
    ],
    [
      'with a heading in Sinhala over the dates',
      sheet('දිනය (2026) | USD | AUD | CAD | GBP', ...ROWS),
      WIDE,
    ],
    [
      'with a title above and remarks below',
      sheet(
        'Ceylon Tea Traders (Pvt) Ltd |  |  |  | ',
        'Exchange rates | October 2026',
        'Date | USD | AUD | CAD | GBP',
        ...ROWS,
        'Average | 331.13 | 232.36 | 233.14 | 438.31',
        `Prepared by the treasury; ${'for internal use only, '.repeat(9)}`,
      ),
      WIDE,
    ],
    [
      'with other currencies and a column of remarks',
      sheet(
        'Date | EUR | USD | AUD | CAD | GBP | Remarks',
        ...ROWS.map(
          (row) => `${row.replace(' | ', ' | 355.1 | ')} | ${'checked with the bank '.repeat(9)}`,
        ),
      ),
      WIDE,
    ],
    [
      'with kinds in its headings',
      sheet(
        'Date | USD TT Buying | USD TT Selling | Customs GBP',
        '2026-10-01 | 326.5 | 335.5 | 438',
      ),
      [
        '2026-10-01 USD tt-buying 326.5000',
        '2026-10-01 USD tt-selling 335.5000',
        '2026-10-01 GBP customs 438.0000',
      ],
    ],
    [
      'with headings that only a user understands',
      sheet('நாள் | டாலர் | பவுண்டு', '2026-10-01 | 331.01 | 438.12'),
      ['2026-10-01 USD 331.0100', '2026-10-01 GBP 438.1200'],
      { columns: ['date', 'USD', 'GBP'] },
    ],
    [
      'with a day without rates',
      sheet('Date | USD | GBP', '2026-10-01 | 331.01 | n/a', '2026-10-26 | Poya | Poya'),
      ['2026-10-01 USD 331.0100'],
    ],
    [
      'with a rate that is none',
      sheet('Date | USD | GBP', '2026-10-01 | 33l.01 | 438.12'),
      ['rate not a number', '2026-10-01 GBP 438.1200'],
    ],
    [
      'with a row for each rate',
      sheet(
        'Date | Currency | Rate | Remarks',
        '2026-10-01 | USD | 331.01 | ok',
        '2026-10-02 | GBP | 438.5 | ok',
      ),
      LONG,
    ],
    [
      'with its columns in another order',
      sheet(
        'Company |  | ',
        'Currency | Rate (LKR) | Value Date',
        'USD | Rs. 331.01 | 01 Oct 2026',
        'GBP | 438.5 | 2 October 2026',
        'Prepared by |  | ',
      ),
      LONG,
    ],
    [
      'with headings in German',
      sheet(
        'Datum | Währung | Kurs',
        '01.10.2026 | USD | 331,01',
        '02.10.2026 | GBP | 438,5',
        '13.10.2026 | EUR | 360',
      ),
      [...LONG, 'row currency'],
    ],
    [
      'of long rows that a user has mapped',
      sheet('A | B | C | D', '331.01 | x | USD | 2026-10-01', '438.5 | y | GBP | 2026-10-02'),
      LONG,
      { columns: ['rate', 'none', 'currency', 'date'] },
    ],
    ['of one currency', sheet('Date | USD', '2026-10-01 | 331.01'), ['2026-10-01 USD 331.0100']],
    [
      'with times of day',
      sheet(
        'Date | USD',
        '2026-10-01 09:30:00 | 331.01',
        '01 Oct 2026 4:05 pm | 331.01',
        '2026-09-30T20:00:00Z | 331.01',
      ),
      Array(3).fill('2026-10-01 USD 331.0100'),
    ],
    [
      'with more decimals than are kept',
      sheet('Date | USD', '2026-10-01 | 331.12345'),
      ['rate too many decimals'],
    ],
    [
      'with more decimals, rounded',
      sheet('Date | USD | GBP', '2026-10-01 | 331.12345 | 438.12344999'),
      ['2026-10-01 USD 331.1235', '2026-10-01 GBP 438.1234'],
      { round: true },
    ],
    [
      'that sells what is no transfer, once a user has said that it is one',
      sheet('Date | USD Buying | USD Selling', '2026-10-01 | 326.5 | 335.5'),
      ['2026-10-01 USD tt-buying 326.5000', '2026-10-01 USD tt-selling 335.5000'],
      { quotes: 'tt' },
    ],
  ])('%s is read', (_, text, rates, options) => {
    expect(ratesOf(text, options)).toEqual(rates)
  })

  test('says which of its rows are no rates, and from where it took the order of days and months', () => {
    const text = sheet(
      'Rates',
      'Date | USD',
      '03/10/2026 | 331',
      '13/10/2026 | 332',
      'Prepared by N.',
    )
    const { rows, skipped, order } = read(text)
    expect(rows.map(({ date }) => date)).toEqual(['2026-10-03', '2026-10-13'])
    expect(skipped.map(({ line }) => line)).toEqual([1, 5])
    expect(order).toEqual({ order: 'day first', line: 4, given: '13/10/2026' })
    expect(read(text.replace('13/10', '10/13')).rows[0]?.date).toBe('2026-03-10')
    expect(read(text, { dateOrder: 'month first' })).toMatchObject({
      order: null,
      rows: [{ date: '2026-03-10' }, { date: null }],
    })
  })

  test('whose dates contradict each other, or prove nothing, leaves the order to a user', () => {
    for (const other of ['10/13/2026 | 332', '04/10/2026 | 332']) {
      const { rows, order } = read(
        sheet('Date | USD', '03/10/2026 | 331', '13/10/2026 | 332', other).replace(
          '13/10',
          other.startsWith('04') ? '05/10' : '13/10',
        ),
      )
      expect(order).toBeNull()
      expect(rows[0]).toMatchObject({ date: null, ambiguous: true })
    }
  })

  test('with a long remark in quotation marks is read on behind it, and refused where none closes it', () => {
    const remark = `Checked twice,\n${'by phone and by email, '.repeat(9)}`
    const text = (close: string) =>
      `Date,USD,Remarks\n2026-10-01,331.01,"${remark}${close}\n2026-10-02,331.25,`
    expect(read(text('"')).rows.map(({ line, date }) => `${line} ${date}`)).toEqual([
      '2 2026-10-01',
      '4 2026-10-02',
    ])
    expect(() => read(text(''))).toThrow(new TableError('characters', 2))
  })
})

test('cells and titles that a user says are of notes are refused, and nobody is asked again', () => {
  for (const text of [
    sheet('Date | Currency | Type | Rate', '2026-10-01 | USD | Buying | 326.5'),
    sheet('Selling rates', '2026-10-01 | USD | 326.5'),
  ]) {
    expect(read(text).asked).toHaveLength(1)
    expect(ratesOf(text, { quotes: 'notes' })).toEqual(['row other figure'])
    expect(read(text, { quotes: 'notes' }).asked).toEqual([])
  }
})

test('notes and others that a user names are not imported, and the summary says so', () => {
  const text = sheet('Date | USD Buying | USD Selling', '2026-10-01 | 326.5 | 335.5')
  for (const quotes of ['notes', 'other'] as const)
    expect(read(text, { quotes })).toMatchObject({
      rows: [],
      asked: [],
      unused: [{ why: 'answered' }, { why: 'answered' }],
    })
})
