import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../server/imports/csv.ts'
import { readFile } from '../../web/imports/read-file.ts'
import { readLines } from './lines.ts'
import { usesFor, type Mapping } from './mapping.ts'
import { proposeMapping } from './proposal.ts'
import { cellText, columnName, isEmpty, type Cell, type Grid } from './table.ts'

const cell = fc.oneof(
  fc.constantFrom<Cell>('', '', 'USD', 'GBP', 'EUR', 'USD/INR', 'TT buying', 'Total', '-', '#REF!'),
  fc.constantFrom<Cell>('2026-11-20', '03/04/2026', '13/10/2026', '20 Nov 26', '20261120'),
  fc.constantFrom<Cell>('330.10', '1,234', '330,25', 'Rs. 330.10', '330.10/-', '(330)', '46346'),
  fc.double({ min: 0.001, max: 2000, noNaN: true }).map((value) => Math.round(value * 100) / 100),
  fc.constantFrom<Cell>({ error: '#N/A' }),
  fc.string({ maxLength: 12 }),
)
const grids = fc
  .array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 8 })
  .chain((rows) => fc.constantFrom('\t', ',').map((delimiter): Grid => ({ rows, delimiter })))

const uses = usesFor('rates')
const columns = fc.array(
  fc.record({
    use: fc.constantFrom(...uses),
    currency: fc.constantFrom('USD', undefined),
    kind: fc.constantFrom('indicative', undefined),
  }),
  { minLength: 6, maxLength: 6 },
)
const mappings = fc.record({
  turned: fc.constant(false),
  heading: fc.constantFrom(null, 0),
  columns,
  fillDown: fc.boolean(),
  fillRight: fc.boolean(),
  values: fc.constant({}),
  round: fc.boolean(),
  kind: fc.constantFrom('tt-selling', undefined),
  decimalMark: fc.constantFrom('.', ',', undefined),
  dateOrder: fc.constantFrom('day first', 'month first', undefined),
}) as fc.Arbitrary<Mapping>

test('no used cell that has a value is lost between sheet and preview', () => {
  fc.assert(
    fc.property(grids, mappings, (grid, mapping) => {
      const lines = [...readLines(grid, mapping, 'rates')].flat()
      const rows = new Set(lines.map(({ row }) => row))
      const cells = new Set(lines.map((line) => line.cell))
      const first = mapping.heading === null ? 0 : mapping.heading + 1
      for (const [index, row] of grid.rows.entries()) {
        if (index < first) continue
        const used = row.flatMap((value, at) =>
          !isEmpty(value) && (mapping.columns[at]?.use ?? 'none') !== 'none' ? at : [],
        )
        expect(rows.has(index + 1)).toBe(used.length > 0)
        const rates = used.filter((at) => mapping.columns[at]?.use === 'rate')
        const lost = rates.filter((at) => !cells.has(`${columnName(at)}${index + 1}`))
        // A heading that is repeated is one line of its row.
        if (lost.length > 0) expect(lost).toEqual(rates)
      }
    }),
    { numRuns: 500 },
  )
})

test.each(['fill', 'balances'] as const)(
  'each row of a sheet of %s with a used cell is exactly one line',
  (purpose) => {
    const uses = fc.constantFrom(...usesFor(purpose))
    const columns = fc.array(fc.record({ use: uses }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(grids, mappings, columns, (grid, mapping, columns) => {
        const lines = [...readLines(grid, { ...mapping, columns }, purpose)].flat()
        const first = mapping.heading === null ? 0 : mapping.heading + 1
        const used = grid.rows.flatMap((row, index) =>
          index >= first &&
          row.some((value, at) => !isEmpty(value) && (columns[at]?.use ?? 'none') !== 'none')
            ? index + 1
            : [],
        )
        expect(lines.map(({ row }) => row)).toEqual(used)
      }),
      { numRuns: 300 },
    )
  },
)

const withoutEndZeros = (digits: string): string =>
  digits.endsWith('0') ? withoutEndZeros(digits.slice(0, -1)) : digits

test('no rate is produced that its cell does not spell', () => {
  fc.assert(
    fc.property(grids, mappings, (grid, mapping) => {
      const lines = [...readLines(grid, mapping, 'rates')].flat()
      for (const { problem, rate, given, date, currency, kind } of lines) {
        if (problem !== undefined) continue
        expect([date, currency, kind]).not.toContain(undefined)
        const digits = given.replaceAll(/\D/g, '').replace(/^0+/, '')
        const spelled = withoutEndZeros(String(rate).replace('.', '').replace(/^0+/, ''))
        if (!mapping.round) expect(digits.startsWith(spelled)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('a proposal never maps a rate without a heading, a value or a question that says which', () => {
  fc.assert(
    fc.property(grids, (grid) => {
      const mapping = proposeMapping(grid, 'rates')
      expect(mapping.kind).toBeUndefined()
      expect(mapping.publisher).toBeUndefined()
      for (const { use, kind } of mapping.columns) if (kind) expect(use).toBe('rate')
    }),
  )
})

test('reading, mapping and writing the rows as CSV gives the same rows again', () => {
  const row = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    currency: fc.constantFrom('USD', 'AUD', 'CAD', 'GBP'),
    rate: fc.integer({ min: 1, max: 99_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const text = rows
        .map(
          ({ day, currency, rate }) =>
            `2026-10-${String(day).padStart(2, '0')},${currency},${rate / 10_000}`,
        )
        .join('\n')
      const bytes = new TextEncoder().encode(`date,currency,rate\n${text}`)
      const { grid } = readFile(bytes)
      const mapping = { ...proposeMapping(grid, 'rates'), kind: 'indicative' as const }
      const lines = [...readLines(grid, mapping, 'rates')].flat()
      const csv = [
        'date,currency,rate',
        ...lines.map(({ date, currency, rate }) => `${date},${currency},${rate}`),
      ]
      expect(readCsv(csv.join('\n'))).toEqual(
        lines.map(({ row: line, date, currency, rate }) => ({ line, date, currency, rate })),
      )
      expect(csv.slice(1)).toEqual(text.split('\n'))
    }),
  )
})

test('ten thousand rates are proposed within 200 ms and read within a second', () => {
  const rows: Cell[][] = [
    ['Date', 'USD TT selling', 'Remark'],
    ...Array.from({ length: 10_000 }, (_, at): Cell[] => [
      `2026-0${1 + (at % 9)}-${10 + (at % 19)}`,
      330 + (at % 97) / 100,
      'ok',
    ]),
  ]
  const cpu = (act: () => unknown) => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const mapping = proposeMapping({ rows }, 'rates')
  expect(cpu(() => proposeMapping({ rows }, 'rates'))).toBeLessThan(200)
  let count = 0
  const ms = cpu(() => {
    for (const lines of readLines({ rows }, mapping, 'rates')) count += lines.length
  })
  expect(count).toBe(10_000)
  expect(ms).toBeLessThan(1000)
  expect(cellText(rows[1]?.[1])).toBe('330')
})
