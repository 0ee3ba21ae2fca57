import { calendarDateOf } from '../calendar-date.ts'
import type { Column, Mapping } from './mapping.ts'

export interface Confirmed extends Partial<Mapping> {
  /** Columns that are changed, by their place. */
  readonly set?: Readonly<Record<number, Column>>
}

const day = calendarDateOf('2026-11-20')
export const indicative = { kind: 'indicative' } as const
const rate = { use: 'rate' } as const

/** Each sheet with what a careful person confirms, and the lines that result. */
export const SHEETS: readonly (readonly [name: string, Confirmed, readonly string[]])[] = [
  [
    '01-bank-board.xlsx',
    { day },
    [
      ...['C5 2026-11-20 USD buys 326.25', 'D5 2026-11-20 USD sells 333.75'],
      ...['C6 2026-11-20 GBP buys 432.1', 'D6 2026-11-20 GBP sells 443.2'],
      ...['C7 ! currency: JPY', 'D7 ! currency: JPY'],
      ...['C8 2026-11-20 AUD buys 228.3', 'D8 2026-11-20 AUD sells 236.9'],
      ...['C9 2026-11-20 CAD buys 229.4', 'D9 2026-11-20 CAD sells 237.8'],
    ],
  ],
  [
    '02-two-row-heading.xlsx',
    {},
    [
      ...['B3 2026-11-18 USD buys 326.1', 'C3 2026-11-18 USD sells 333.5'],
      ...['D3 2026-11-18 GBP buys 431.2', 'E3 2026-11-18 GBP sells 442.8'],
      ...['B4 2026-11-19 USD buys 326.2', 'C4 2026-11-19 USD sells 333.6'],
      ...['D4 2026-11-19 GBP buys 431.9', 'E4 2026-11-19 GBP sells 443'],
      ...['B5 2026-11-20 USD buys 326.25', 'C5 2026-11-20 USD sells 333.75'],
      ...['D5 2026-11-20 GBP buys 432.1', 'E5 2026-11-20 GBP sells 443.2'],
      ...['B6', 'C6', 'D6', 'E6'].map((cell) => `${cell} ! no date: Average`),
    ],
  ],
  [
    '04-serials-general.xlsx',
    indicative,
    [
      ...['B2 2026-11-20 USD ind 330.1', 'C2 2026-11-20 AUD ind 231.2'],
      ...['D2 2026-11-20 CAD ind 233.4', 'E2 2026-11-20 GBP ind 437.5'],
      ...['B3 2026-11-21 USD ind 330.2', 'C3 2026-11-21 AUD ind 231.3'],
      ...['D3 2026-11-21 CAD ind 233.5', 'E3 2026-11-21 GBP ind 437.6'],
    ],
  ],
  [
    '06-text-cells.xlsx',
    indicative,
    [
      'C2 2026-11-20 USD ind 330.1',
      'C3 2026-11-19 GBP ind 1437.5',
      'C4 2026-11-18 AUD ind 231.25',
      'C5 ! not above zero',
      'C6 ! not above zero',
      'C7 ! no number: 0.45%',
    ],
  ],
  [
    '07-merged-dates.xlsx',
    indicative,
    [
      ...['C2 2026-11-19 USD ind 330.1', 'C3 2026-11-19 AUD ind 231.2'],
      ...['C4 2026-11-19 CAD ind 233.4', 'C5 2026-11-19 GBP ind 437.5'],
      ...['C6 2026-11-20 USD ind 330.3', 'C7 2026-11-20 AUD ind 231.5'],
      ...['C8 2026-11-20 CAD ind 233.6', 'C9 2026-11-20 GBP ind 437.9'],
    ],
  ],
  ['09-times.xlsx', indicative, ['C2 2026-11-19 USD ind 330.1', 'C3 2026-11-20 USD ind 330.3']],
  ['11-utf16le.csv', indicative, ['C2 2026-11-20 USD ind 330.1', 'C3 2026-11-19 GBP ind 437.5']],
  [
    '15-two-digit-year.csv',
    indicative,
    [
      ...['B2 2026-09-29 USD ind 330.9', 'C2 2026-09-29 GBP ind 438.05'],
      ...['B3 2026-09-30 USD ind 331', 'C3 2026-09-30 GBP ind 438.15'],
      ...['B4 2026-10-01 USD ind 331.1', 'C4 2026-10-01 GBP ind 438.2'],
      ...['B5 ! no date: Total', 'C5 ! no date: Total'],
    ],
  ],
  [
    '18-transposed.xlsx',
    indicative,
    [
      ...[
        'B2 2026-11-18 USD ind 330.1',
        'B3 2026-11-18 AUD ind 231.1',
        'B4 2026-11-18 GBP ind 437.1',
      ],
      ...[
        'C2 2026-11-19 USD ind 330.2',
        'C3 2026-11-19 AUD ind 231.2',
        'C4 2026-11-19 GBP ind 437.2',
      ],
      ...[
        'D2 2026-11-20 USD ind 330.3',
        'D3 2026-11-20 AUD ind 231.3',
        'D4 2026-11-20 GBP ind 437.3',
      ],
    ],
  ],
  [
    '19-buy-sell-middle.xlsx',
    { sides: 'tt', set: { 4: { ...rate, kind: 'indicative' } } },
    [
      ...[
        'C2 2026-11-19 USD buys 326.1',
        'D2 2026-11-19 USD sells 333.5',
        'E2 2026-11-19 USD ind 329.8',
      ],
      ...[
        'C3 2026-11-20 USD buys 326.2',
        'D3 2026-11-20 USD sells 333.6',
        'E3 2026-11-20 USD ind 329.9',
      ],
    ],
  ],
  [
    '22-mixed-order.csv',
    { ...indicative, dateOrder: 'day first' },
    ['C2 2026-10-13 USD ind 330.1', 'C3 ! no such day: 10/14/2026', 'C4 2026-10-05 USD ind 330.4'],
  ],
  [
    // Doubtful on the server: a hundred times the usual rate.
    '24-per-100-usd.csv',
    indicative,
    [
      ...['B2 2026-11-19 USD ind 33010', 'C2 2026-11-19 GBP ind 43750'],
      ...['B3 2026-11-20 USD ind 33030', 'C3 2026-11-20 GBP ind 43790'],
    ],
  ],
  [
    '27-mid-rate-names.csv',
    indicative,
    ['C2 2026-11-19 USD ind 330.1', 'F2 2026-11-19 AUD ind 231.2'],
  ],
  [
    'a1-near-midnight.xlsx',
    indicative,
    ['C2 2026-11-20 USD ind 330.1', 'C3 2026-11-15 GBP ind 437'],
  ],
  [
    'a3-currency-over-buy-sell.xlsx',
    { sides: 'tt' },
    [
      ...['B3 2026-11-19 USD buys 326.1', 'C3 2026-11-19 USD sells 333.5'],
      ...['D3 2026-11-19 GBP buys 431.2', 'E3 2026-11-19 GBP sells 442.8'],
      ...['B4 2026-11-20 USD buys 326.2', 'C4 2026-11-20 USD sells 333.6'],
      ...['D4 2026-11-20 GBP buys 431.9', 'E4 2026-11-20 GBP sells 443'],
    ],
  ],
  ['b1-pairs.csv', indicative, ['A2 ! nothing', 'A3 ! nothing']],
  ['b6-ccy-mixed.csv', indicative, ['C2 2026-11-19 USD ind 330.1', 'C3 2026-11-20 GBP ind 437.5']],
  ['c1-forward.csv', indicative, ['B2 2026-11-19 USD ind 330.1']],
  [
    'd2-type.csv',
    {},
    [
      'D2 2026-11-19 USD buys 326.1',
      'D3 2026-11-19 USD sells 333.1',
      'D4 2026-11-20 GBP sells 443.1',
    ],
  ],
  [
    'n01-days-swapped-by-us-excel.xlsx',
    { ...indicative, excelDays: 'swapped' },
    [
      ...['B2 2026-10-09 USD ind 330.1', 'B3 2026-10-10 USD ind 330.3'],
      ...[
        'B4 2026-10-13 USD ind 330.2',
        'B5 2026-10-14 USD ind 330.5',
        'B6 2026-10-15 USD ind 330.6',
      ],
    ],
  ],
  [
    'n01-days-swapped-by-us-excel.xlsx',
    { ...indicative, excelDays: 'right' },
    [
      ...['B2 2026-09-10 USD ind 330.1', 'B3 2026-10-10 USD ind 330.3'],
      ...[
        'B4 2026-10-13 USD ind 330.2',
        'B5 2026-10-14 USD ind 330.5',
        'B6 2026-10-15 USD ind 330.6',
      ],
    ],
  ],
  [
    'n01-days-swapped-by-us-excel.xlsx',
    indicative,
    ['2026-09-10', '2026-10-10', '13/10/2026', '14/10/2026', '15/10/2026'].map(
      (text, at) => `B${at + 2} ! excel days: ${text}`,
    ),
  ],
  [
    'n02-decimal-comma-unquoted.csv',
    indicative,
    ['C2 ! more cells: 4: 3', 'C3 ! more cells: 4: 3'],
  ],
  [
    'n03-currency-under-unknown-heading.csv',
    indicative,
    ['C2 2026-11-19 AUD ind 231.1', 'C3 2026-11-20 CAD ind 232.1'],
  ],
  [
    // One currency for all rates, although the rows name theirs.
    'n03-currency-under-unknown-heading.csv',
    { ...indicative, set: { 0: { use: 'none' }, 2: { ...rate, currency: 'AUD' } } },
    ['C2 2026-11-19 AUD ind 231.1', 'C3 ! other currency: CAD'],
  ],
  [
    'n04-currency-merged-days-across.xlsx',
    {},
    [
      ...['C2 2026-11-19 USD buys 326.1', 'C3 2026-11-19 USD sells 333.1'],
      ...['C4 2026-11-19 GBP buys 431.1', 'C5 2026-11-19 GBP sells 443.1'],
      ...['D2 2026-11-20 USD buys 326.2', 'D3 2026-11-20 USD sells 333.2'],
      ...['D4 2026-11-20 GBP buys 431.2', 'D5 2026-11-20 GBP sells 443.2'],
    ],
  ],
  [
    'n05-error-cells.xlsx',
    indicative,
    [
      ...['B2 ! cell error: #REF!', 'C2 2026-11-19 GBP ind 437.1'],
      ...['B3 ! cell error: #N/A', 'C3 2026-11-20 GBP ind 437.2'],
      ...['B4 ! cell error: #DIV/0!', 'C4 2026-11-23 GBP ind 437.3'],
    ],
  ],
  [
    'n10-erpnext-for-buying.csv',
    indicative,
    ['D2 2026-11-20 USD ind 333.9069', 'D3 2026-11-19 USD ind 333.5003'],
  ],
  ['n11-title-sinhala-notes.csv', indicative, ['B4 2026-11-20 USD ind 324.1']],
  ['n11-title-sinhala-notes.csv', {}, ['B4 ! kind open: ']],
  ['n12-title-previous-day.csv', {}, ['B4 ! kind open: ']],
  [
    'n13-weekday-contradicts.csv',
    { ...indicative, dateOrder: 'day first' },
    ['C2 ! other weekday: 2026-11-10: Sunday'],
  ],
  [
    'n13-weekday-contradicts.csv',
    { ...indicative, dateOrder: 'month first' },
    ['C2 2026-10-11 USD ind 330.1'],
  ],
  [
    'n15-no-cell-references.xlsx',
    indicative,
    [
      ...['B2 2026-11-19 USD ind 330.1', 'C2 2026-11-19 GBP ind 437.1'],
      ...['C3 2026-11-20 GBP ind 437.2', 'B4 2026-11-23 USD ind 330.4'],
    ],
  ],
  ['n16-formatted-last-row.xlsx', indicative, ['B2 2026-11-19 USD ind 330.1']],
]

/** The same for an installation with more currencies and three banks. */
export const BANK_SHEETS: typeof SHEETS = [
  [
    'n06-bank-column.csv',
    { values: { 'publisher Sampath Bank': 'sampath', 'publisher HNB': 'hnb' } },
    [
      ...['D2 2026-11-19 USD buys sampath 326.1', 'E2 2026-11-19 USD sells sampath 333.5'],
      ...['D3 2026-11-20 USD buys hnb 326.3', 'E3 2026-11-20 USD sells hnb 333.9'],
    ],
  ],
  ['n06-bank-column.csv', {}, ['D2', 'E2', 'D3', 'E3'].map((cell) => `${cell} ! publisher open`)],
  [
    'n06b-bank-in-footer.csv',
    { publisher: 'hnb' },
    ['B2 2026-11-19 USD buys hnb 326.1', 'C2 2026-11-19 USD sells hnb 333.5', 'A3 ! nothing'],
  ],
  ['n06b-bank-in-footer.csv', {}, ['B2 ! publisher open', 'C2 ! publisher open', 'A3 ! nothing']],
  [
    'n07-usual-names.tsv',
    { ...indicative, publisher: 'main' },
    [
      ...['B2 2026-11-20 USD ind 330.1', 'C2 2026-11-20 AED ind 89.9'],
      ...['D2 2026-11-20 SEK ind 34.1', 'E2 2026-11-20 KWD ind 1075.5'],
    ],
  ],
  [
    // For one yen, and kept for a hundred: doubtful on the server.
    'n09-yen-per-100-unmarked.csv',
    { ...indicative, publisher: 'main' },
    ['B2 2026-09-02 JPY ind 21310'],
  ],
  [
    'n09-yen-per-100-unmarked.csv',
    { ...indicative, publisher: 'main', set: { 1: { ...rate, currency: 'JPY', units: 100 } } },
    ['B2 2026-09-02 JPY ind 213.1'],
  ],
]
