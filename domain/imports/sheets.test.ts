import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { readFile } from '../../web/imports/read-file.ts'
import { tidy } from '../../web/imports/workbook.ts'
import { calendarDateOf } from '../calendar-date.ts'
import { setCurrencies, type Currency } from '../currency.ts'
import { setPublishers } from '../series.ts'
import recorded from './recorded-sheets.json' with { type: 'json' }
import { readLines, type Line } from './lines.ts'
import { findQuestions, viewSheet, type Column, type Mapping, type Purpose } from './mapping.ts'
import { proposeMapping } from './proposal.ts'
import { currencyNamed } from './words.ts'
import { BANK_SHEETS, indicative, SHEETS, type Confirmed } from './sheets.fixture.ts'

afterEach(() => {
  setCurrencies()
  setPublishers([])
})

/** An installation with more currencies and three banks. */
function useBanks(): void {
  const list = 'USD AUD CAD GBP AED KWD SEK JPY INR'.split(' ')
  setCurrencies(list as Currency[])
  setPublishers([
    { id: 'sampath', name: 'Sampath Bank' },
    { id: 'hnb', name: 'HNB' },
    { id: 'boc', name: 'Bank of Ceylon' },
  ])
}

const KINDS = { indicative: 'ind', 'tt-buying': 'buys', 'tt-selling': 'sells' } as const

/** `C7 2026-11-20 USD sells 333.75`, and for a line that cannot be imported its problem. */
function written({ cell, date, currency, kind, publisher, rate, amount, problem }: Line): string {
  const code = problem && (JSON.parse(problem) as string[]).join(': ').replace(/^r[a-z]+ /, '')
  const facts = [date, currency, kind && KINDS[kind], publisher, rate, amount]
  return [cell, ...(code ? ['!', code] : facts)].filter((each) => each !== undefined).join(' ')
}

const gridOf = (name: string) =>
  readFile(readFileSync(join(import.meta.dirname, 'sheets', name))).grid

function linesOf(name: string, { set = {}, ...answers }: Confirmed, purpose: Purpose = 'rates') {
  const grid = gridOf(name)
  const proposed = proposeMapping(grid, purpose)
  const columns = proposed.columns.map((column, at) => set[at] ?? column)
  const mapping = {
    ...proposed,
    ...answers,
    columns,
    values: { ...proposed.values, ...answers.values },
  }
  return [...readLines(grid, mapping, purpose)].flat().map(written)
}

test.each(SHEETS)('%s gives exactly what its cells spell (%o)', (name, confirmed, expected) => {
  expect(linesOf(name, confirmed)).toEqual(expected)
})

test.each([
  ['06-text-cells.xlsx', {}, true],
  ['d2-type.csv', {}, false],
  ['n01-days-swapped-by-us-excel.xlsx', indicative, true],
  ['n13-weekday-contradicts.csv', indicative, true],
  ['22-mixed-order.csv', indicative, true],
  ['01-bank-board.xlsx', {}, true],
  ['b1-pairs.csv', indicative, true],
] as const)('%s with %o leaves a question open: %s', (name, answers, open) => {
  const grid = gridOf(name)
  const mapping = { ...proposeMapping(grid, 'rates'), ...answers }
  const found = findQuestions(viewSheet(grid, mapping), mapping, 'rates')
  const isOpen =
    found.missing.length > 0 ||
    (found.needsDay && !mapping.day) ||
    found.questions.some(({ answer }) => answer === undefined)
  expect(isOpen).toBe(open)
})

test.each(BANK_SHEETS)(
  '%s of banks gives exactly what was chosen (%o)',
  (name, confirmed, expected) => {
    useBanks()
    expect(linesOf(name, confirmed)).toEqual(expected)
  },
)

test.each([
  ['n08-credit-note.csv', ['D2 2026-11-20 USD 333.16 -1200']],
  [
    'n17-amount-of-ten-thousand.csv',
    ['D2 2026-11-20 USD 330.1 125000', 'D3 2026-11-19 GBP 437.2 10000'],
  ],
  ['n18-historical-instants.csv', ['D2 2000-01-02 USD 72.1 100', 'D3 1996-06-02 USD 55.1 100']],
])('the invoices of %s are read with their amounts', (name, expected) => {
  expect(linesOf(name, {}, 'invoices')).toEqual(expected)
})

test.each([
  [
    'f2-1904-unformatted-serials.xlsx',
    {},
    'B2 2026-11-17 USD ind 330.1; B3 2026-11-18 USD ind 330.3',
  ],
  [
    'f4-grouped-export.xlsx',
    { fillDown: true },
    'C2 2026-11-20 USD ind 330.25; C3 2026-11-19 USD ind 330.1',
  ],
  ['f5-pipes-in-remarks.csv', {}, 'D2 2026-11-19 USD ind 330.1; D3 2026-11-20 USD ind 330.3'],
  ['f6-semicolons-in-quotes.csv', {}, 'B2 2026-11-19 USD buys 326.1; B3 2026-11-20 USD buys 326.2'],
  ['f7-end-of-day.xlsx', {}, 'B2 2026-11-18 USD ind 330.1; B3 2026-11-19 USD ind 330.3'],
  [
    'f9-left-to-right-mark.csv',
    { dateOrder: 'day first' },
    'C2 2026-11-19 USD ind 330.1; C3 2026-11-20 USD ind 330.3',
  ],
  ['f10-status-draft.csv', {}, 'C2 2026-11-19 USD ind 330.1; C3 2026-11-20 USD ind 330.3'],
  [
    'f11-pounds-sterling.csv',
    { day: calendarDateOf('2026-11-20') },
    'B2 2026-11-20 USD buys 326.1; C2 2026-11-20 USD sells 333.6; B3 2026-11-20 GBP buys 431.2; C3 2026-11-20 GBP sells 443.1',
  ],
] as const)('%s gives exactly its rates (%o)', (name, answers, expected) => {
  expect(linesOf(name, { ...indicative, ...answers })).toEqual(expected.split('; '))
})

test.each([
  ['f5b-invoices-semicolons.csv', ['E2 2026-11-19 USD 330.1 1200', 'E3 2026-11-20 USD 330.3 800']],
])('the invoices of %s are split at commas', (name, expected) => {
  expect(linesOf(name, { dateOrder: 'day first' }, 'invoices')).toEqual(expected)
})

test.each([
  ['hostile-column-reference.xlsx', 'too far'],
  ['f3-any.ods', 'OpenDocument'],
])('%s is refused: %s', (name, reason) => {
  expect(() => gridOf(name)).toThrow(reason)
})

test.each([
  ['xl/workbook.bin', 'binary workbook'],
  ['Index/Document.iwa', 'Numbers'],
  ['something.else', 'empty'],
])('a zip file with the part %s is refused: %s', (part, reason) => {
  expect(() => readFile(zipSync({ [part]: new Uint8Array(8) }))).toThrow(reason)
})

test.each([
  ['cells', '<row>' + '<c/>'.repeat(4_100_000) + '</row>'],
  ['elements in each other', '<row>'.repeat(100_000)],
])('a workbook with too many %s is refused', (_, cells) => {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="a.xml"/></Relationships>',
    'xl/a.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
  }
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)
  expect(() => readFile(zipSync(Object.fromEntries(files)))).toThrow('too large')
})

test('names of sheets keep their apostrophes', () => {
  const bytes = readFileSync(join(import.meta.dirname, 'sheets', 'f8-two-sheets-apostrophe.xlsx'))
  expect(readFile(bytes).sheets).toEqual(["Bank's selling", "Bank's buying"])
})

test('a text offers each separator that splits it, and is read with the chosen one', () => {
  const text = 'Date;USD;Remark, by whom\n2026-11-19;330,10;ok, Nimal\n2026-11-20;330,30;ok, Saman'
  const bytes = new TextEncoder().encode(text)
  const { grid, delimiters } = readFile(bytes)
  expect([grid.delimiter, delimiters]).toEqual([';', [';', ',']])
  expect(readFile(bytes, { delimiter: ',' }).grid.rows[1]).toEqual([
    '2026-11-19;330',
    '10;ok',
    'Nimal',
  ])
})

test.each([
  ['US Dollars', 'USD'],
  ['Pounds Sterling', 'GBP'],
  ['British Pound Sterling', 'GBP'],
  ['Japanese Yen (100)', 'JPY'],
  ['Swedish Kronor', 'SEK'],
  ['ඇමරිකානු ඩොලර්', 'USD'],
  ['அமெரிக்க டாலர்', 'USD'],
  ['USD per 1 LKR', 'none'],
])('the heading %s names %s', (heading, currency) => {
  useBanks()
  expect(currencyNamed(heading)).toBe(currency)
})

const rateOf = (given: string, units = '1', decimalMark?: '.' | ',') => {
  const rows = [
    ['Date', 'Currency', 'Rate', 'Units'],
    ['2026-11-20', 'USD', given, units],
  ]
  const columns = ['date', 'currency', 'rate', 'units'].map((use) => ({ use }) as Column)
  const mapping = { ...proposeMapping({ rows }, 'rates'), columns, kind: 'indicative' as const }
  const [line] = [...readLines({ rows }, { ...mapping, decimalMark }, 'rates')].flat()
  return line && (line.problem ?? line.rate)
}

test.each(['රු 231.10', 'Rs.231.10/=', '231.10 LKR', '231.10/-', '\u200e231.10', 'Rs 231.10'])(
  'the cell %s is the rate 231.1',
  (given) => {
    expect(rateOf(tidy(given))).toBe(231.1)
  },
)

test.each([
  ['1', 2311],
  ['10', 231.1],
  ['per 100', 23.11],
  ['1 unit', 2311],
  ['1,000', 2.311],
  ['', 2311],
  ['12', '["row units"]'],
])('a rate for “%s” units is %s for one', (units, rate) => {
  expect(rateOf('2311', units)).toBe(rate)
})

test('a cell in another number format than the chosen one says so', () => {
  expect(rateOf("1'075.50")).toBe(1075.5)
  expect(rateOf('1.075,50', '1', '.')).toBe('["row other number format","1.075,50"]')
})

/* Sheets as banks and treasuries send them. `answers` is what a careful person confirms. */
test.each(recorded)(
  'the recorded sheet $sheet gives exactly its rates',
  ({ lines, answers, rates }) => {
    const { grid } = readFile(new TextEncoder().encode(lines.join('\n')))
    const { form = {}, ...confirmed } = answers as Partial<Mapping> & { form?: object }
    const mapping = { ...proposeMapping(grid, 'rates', form), ...confirmed }
    const read = [...readLines(grid, mapping, 'rates')]
      .flat()
      .flatMap(({ problem, ...line }) =>
        problem === undefined
          ? `${line.date} ${line.currency} ${line.kind} ${line.rate?.toFixed(4)}`
          : [],
      )
    expect(read.sort()).toEqual(rates)
  },
)
