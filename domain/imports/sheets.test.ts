import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { readFile } from '../../web/imports/read-file.ts'
import { tidy } from '../../web/imports/workbook.ts'
import { setCurrencies, type Currency } from '../currency.ts'
import { setPublishers } from '../series.ts'
import { readLines, type Line } from './lines.ts'
import { findQuestions, viewSheet, type Column, type Mapping, type Purpose } from './mapping.ts'
import { proposeMapping } from './proposal.ts'
import { currencyNamed } from './words.ts'

afterEach(() => {
  setCurrencies()
  setPublishers([])
})

/** The answers of a careful person. */
interface Confirmed extends Partial<Mapping> {
  readonly set?: Readonly<Record<number, Column>>
  readonly form?: object
  readonly purpose?: Purpose
  readonly banks?: boolean
}

const indicative = { kind: 'indicative' } as const

/** Blocks that begin with `# NAME {ANSWERS}`. An arrow is a tab. */
const readBlocks = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.trimEnd().replaceAll('→', '\t').split('\n')
      const [, name = '', answers = ''] = /^(\S+) (.*)/.exec(head) ?? []
      return [name, JSON.parse(answers) as Confirmed, lines] as const
    })

const splitLines = (lines: readonly string[]) => lines.join(' | ').split(' | ')

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
  const texts = [cell, ...(code ? ['!', code] : facts)].filter((each) => each !== undefined)
  return texts.join(' ').trim()
}

const gridOf = (name: string) =>
  readFile(readFileSync(join(import.meta.dirname, 'sheets', name))).grid

function linesOf(name: string, confirmed: Confirmed) {
  const { set = {}, purpose = 'rates', banks = false, ...answers } = confirmed
  if (banks) useBanks()
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

test.each(readBlocks('confirmed-sheets.txt'))(
  '%s gives exactly what its cells spell (%o)',
  (name, confirmed, expected) => {
    expect(linesOf(name, confirmed)).toEqual(splitLines(expected))
  },
)

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

test('a first row without a figure is no row of headings', () => {
  const rows = [
    ['Date', 'Currency', 'Rate'],
    ['2026-11-20', 'USD', 'n/a'],
    ['2026-11-23', 'USD', '330.10'],
  ]
  expect(proposeMapping({ rows }, 'rates').heading).toBe(0)
})

test.each([
  ['fill', ['1043', '2026-11-20', 'USD', '1200'], 'document,date,currency,amount'],
  [
    'invoices',
    ['INV-1', '2026-11-20', 'USD', '330.10', '1200'],
    'document,date,currency,rate,amount',
  ],
  ['invoices', ['2026-11-20', 'USD', '330.10', '1200'], 'date,currency,rate,amount'],
  ['balances', ['R-1', 'USD', '1200', '396120'], 'document,currency,amount,booked'],
] as const)(
  '%s: pasted rows without headings are proposed in the order asked for: %j',
  (purpose, row, uses) => {
    const { columns, heading } = proposeMapping({ rows: [row, row], delimiter: ',' }, purpose)
    expect([heading, columns.map(({ use }) => use).join()]).toEqual([null, uses])
  },
)

test.each([
  ['fill', ['USD', 'abc'], ['["row amount","abc"]', undefined, undefined]],
  ['fill', ['EUR', '500.00'], ['["row currency","EUR"]', false, 'EUR 500.00']],
  ['fill', ['LKR', '500.00'], ['["row currency","LKR"]', true, undefined]],
  ['fill', ['EUR', '-'], ['["row currency","EUR"]', true, undefined]],
  ['fill', ['USD', '-'], [undefined, undefined, undefined]],
  ['invoices', ['USD', '500.00', ''], ['["row nothing"]', false, 'USD 500.00']],
  ['invoices', ['', '500.00', ''], ['["row nothing"]', true, undefined]],
  ['balances', ['EUR', '500.00', '', '160000'], ['["row currency","EUR"]', false, 'EUR 500.00']],
] as const)(
  '%s: a row with the amount of %j is left aside only if it needs no look',
  (purpose, cells, expected) => {
    const uses = ['date', 'currency', 'amount', 'rate', 'booked'] as const
    const rows = [[...uses], ['2026-11-20', ...cells]]
    const columns = uses.map((use): Column => ({ use }))
    const mapping = { ...proposeMapping({ rows }, purpose), heading: 0, columns }
    const [line] = [...readLines({ rows }, mapping, purpose)].flat()
    expect([line?.problem, line?.isUnused, line?.openAmount]).toEqual(expected)
  },
)

/* Sheets as banks and treasuries send them. */
test.each(readBlocks('recorded-sheets.txt'))(
  'the recorded sheet %s gives exactly its rates',
  (_name, { form = {}, ...confirmed }, lines) => {
    const isExpected = (line: string) => line.startsWith('> ')
    const text = lines.filter((line) => !isExpected(line)).join('\n')
    const { grid } = readFile(new TextEncoder().encode(text))
    const mapping = { ...proposeMapping(grid, 'rates', form), ...confirmed }
    const read = [...readLines(grid, mapping, 'rates')]
      .flat()
      .flatMap(({ problem, ...line }) =>
        problem === undefined
          ? `${line.date} ${line.currency} ${line.kind} ${line.rate?.toFixed(4)}`
          : [],
      )
    const rates = lines.filter(isExpected).map((line) => line.slice(2))
    expect(read.sort()).toEqual(rates.length === 0 ? [] : splitLines(rates))
  },
)
