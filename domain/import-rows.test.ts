import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDay } from '../text/sentences.ts'
import { addDays, calendarDateOf } from './calendar-date.ts'
import { readDay } from './day-text.ts'
import { readImport, readRate } from './import-rows.ts'
import { resultOf } from './imports/result-of.fixture.ts'
import { formatRate, type Rate } from './money.ts'
import { readTable, TABLE_LIMITS, TableError, tableText } from './pasted-table.ts'
import { inputErrorSentence } from '../text/input-errors.ts'

const day = (date: string) => ({ date })
const table = (text: string) => [...readTable(text)]
const importRows = (...given: Parameters<typeof readImport>) => resultOf(readImport(...given)).rows

describe('a day as users write it', () => {
  test.each([
    ...[
      '2026-11-20',
      '2026/11/20',
      '2026.11.20',
      '20/11/2026',
      '11/20/2026',
      '20.11.2026',
      '20-11-2026',
    ],
    ...[
      '20 Nov 2026',
      '20-Nov-2026',
      '20 November 2026',
      'Nov 20, 2026',
      'November 20 2026',
      '20th Nov 2026',
    ],
    ...[
      'Fri, 20 Nov 2026',
      'Friday 20 Nov 2026',
      '2026-11-20 00:00:00',
      '2026-11-20T00:00:00.000Z',
      ' 2026-11-20 ',
    ],
  ])('%s is 20 November 2026', (text) => {
    expect(readDay(text)).toEqual(day('2026-11-20'))
  })

  test('is ambiguous where either part could be the month, until a user has said which', () => {
    expect(readDay('03/04/2026')).toEqual({ error: 'ambiguous' })
    expect(readDay('03/04/2026', 'day first')).toEqual(day('2026-04-03'))
    expect(readDay('03/04/2026', 'month first')).toEqual(day('2026-03-04'))
    expect(readDay('05.05.2026')).toEqual(day('2026-05-05'))
    expect(readDay('20/11/2026', 'month first')).toEqual({ error: 'no such day' })
  })

  test.each([
    ['30/02/2026', 'no such day'],
    ['2026-02-30', 'no such day'],
    ['31 Jun 2026', 'no such day'],
    ['20/11/26', 'short year'],
    ['20-11-26', 'short year'],
    ['46346', 'not a day'],
    ['20 Novembre 2026', 'not a day'],
    ['Mon, Sep 28', 'not a day'],
    ['2026-11-20 10:30', 'not a day'],
    ['', 'not a day'],
  ])('%j is refused as %s', (text, error) => {
    expect(readDay(text)).toEqual({ error })
  })

  test('is read back from every form that says it without warning', () => {
    const days = fc
      .integer({ min: 0, max: 40_000 })
      .map((n) => addDays(calendarDateOf('1990-01-01'), n))
    fc.assert(
      fc.property(days, (date) => {
        const [year, month, dayOfMonth] = date.split('-')
        expect(readDay(formatDay(date))).toEqual({ date })
        expect(readDay(date)).toEqual({ date })
        expect(readDay(`${dayOfMonth}/${month}/${year}`, 'day first')).toEqual({ date })
        const unsaid = readDay(`${dayOfMonth}/${month}/${year}`)
        expect('date' in unsaid ? unsaid.date : date).toBe(date)
      }),
    )
  })
})

describe('a rate as users write it', () => {
  test.each([
    ['301.25', 3_012_500],
    ['301,25', 3_012_500],
    ['1,301.25', 13_012_500],
    ['LKR 301.25', 3_012_500],
    ['Rs. 301.25', 3_012_500],
    ['301.25 LKR', 3_012_500],
  ])('%s is understood', (text, units) => expect(readRate(text)).toBe(units))

  test.each(['301,250', '301.12345', '0', '-1', '3e2', 'n/a', '', '1,30,125.00'])(
    '%j is refused in a sentence',
    (text) => {
      expect(inputErrorSentence(String(readRate(text)))).toMatch(/\.$/)
    },
  )
})

describe('a block', () => {
  test('is read with tabs, semicolons or commas, with quotation marks and empty lines', () => {
    expect(table('a\tb,c\r\n\r\nd\t"e\n""f"""\n')).toEqual([
      { line: 1, cells: ['a', 'b,c'] },
      { line: 3, cells: ['d', 'e\n"f"'] },
    ])
    expect(table('\uFEFFa; b ;c').map(({ cells }) => cells)).toEqual([['a', 'b', 'c']])
    expect(table('"a, b",c').map(({ cells }) => cells)).toEqual([['a, b', 'c']])
    expect(table(' \n\n')).toEqual([])
  })

  test('made of a sheet is read back to the same cells, whatever is in them', () => {
    const cell = fc.string({ maxLength: 60 }).map((text) => text.trim().replace(/\r\n?/g, '\n'))
    const row = fc
      .array(cell, { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.some((each) => each !== ''))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        expect(table(tableText(rows)).map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })

  test.each([
    ['rows', '2026-11-20,USD,301.25\n'.repeat(TABLE_LIMITS.rows + 1), TABLE_LIMITS.rows + 1],
    ['cells', `a,b\n${'x,'.repeat(TABLE_LIMITS.cells)}`, 2],
    ['characters', `a,b\n\n${'x'.repeat(TABLE_LIMITS.characters + 1)},b`, 3],
    ['characters', `a,b\n"${'x'.repeat(TABLE_LIMITS.characters + 1)}",b`, 2],
  ] as const)('with too many %s is refused with the line', (limit, text, line) => {
    expect(() => importRows(text)).toThrow(new TableError(limit, line))
  })

  test('may have as many rows as the limit says besides its headings, and cells with spaces around them', () => {
    const text = `Date,Currency,Rate\n${'2026-11-20,USD,301.25\n'.repeat(TABLE_LIMITS.rows)}`
    expect(importRows(text)).toHaveLength(TABLE_LIMITS.rows)
    expect(importRows(`2026-11-20,${' '.repeat(100)}USD,301.25`)[0]?.errors).toEqual([])
  })

  test('has its columns by headings, or by what the cells look like', () => {
    const expected = { date: '2026-11-20', currency: 'USD', rate: 3_012_500, errors: [] }
    for (const text of [
      'Date,Currency,Rate (LKR),Source\n2026-11-20,USD,301.2500,Entered by hand',
      'base_currency\ttarget_currency\trate\tdate\nusd\tLKR\t301.25\t20/11/2026',
      '20 Nov 2026\tUSD\tLKR\t301.25',
      'USD;301,25;20.11.2026',
      'USD 20/11/2026 301.25'.replaceAll(' ', '\t'),
    ])
      expect(importRows(text), text).toMatchObject([expected])
    expect(importRows('2026-11-20,301.25', { currency: 'USD' })).toMatchObject([expected])
    expect(
      importRows(tableText([[new Date('2026-11-20T00:00:00Z'), 'USD', 301.25]])),
    ).toMatchObject([expected])
  })

  test.each([
    ['2026-11-20\t301.25', 'No currency is named.'],
    ['2026-11-20\tEUR\t301.25', 'Unrecognised currency “EUR”'],
    ['2026-11-20\tUSD\t', 'There is no rate.'],
    ['\tUSD\t301.25', 'There is no date.'],
    ['2026-11-20\tUSD\t301.25\t302', 'Unrecognised value “302'],
    ['2026-11-20\tUSD\tabc', 'must be a number'],
    ['yesterday\tUSD\t301.25', 'There is no date'],
  ])('with %j says what is wrong', (text, error) => {
    expect(importRows(text)[0]?.errors.map(inputErrorSentence).join(' ')).toContain(error)
  })

  test('never gives a row that is neither understood nor faulted, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789/-., \t\n;"USDLKRabcNov')) }),
        (text) => {
          for (const row of importRows(text)) {
            const whole = row.date !== null && row.currency !== null && row.rate !== null
            expect(whole || row.errors.length > 0).toBe(true)
          }
        },
      ),
    )
  })

  test('of rates is read back exactly', () => {
    const rates = fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => units as Rate)
    fc.assert(
      fc.property(rates, (rate) => {
        expect(importRows(`2026-11-20	USD	${formatRate(rate)}`)[0]?.rate).toBe(rate)
      }),
    )
  })
})
