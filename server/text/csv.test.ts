import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, CsvReader, undefused } from './csv.ts'

const read = (text: string, cut = text.length) => {
  const reader = new CsvReader()
  return [...reader.add(text.slice(0, cut)), ...reader.add(text.slice(cut))]
}

it('gives back whatever was written, in however many pieces it comes', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({
      unit: fc.constantFrom('a', "'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', 'ශ්‍රී'),
    }),
  )
  const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lines, fc.nat(200), (written, cut) => {
      const back = read(written.map(csvLine).join(''), cut)
      expect(back.map((line) => line.map((each) => (each === null ? null : undefused(each))))).toEqual(
        written,
      )
    }),
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1"])(
  'writes no cell that a spreadsheet would run: %j',
  (text) => {
    const [[cell = ''] = []] = read(csvLine([text, 'x']))
    expect(cell).toBe(`'${text}`)
  },
)

it('writes numbers as numbers, null as nothing and an empty text as quotes', () => {
  expect(csvLine([1, null, '', 'a b', ' a', 'a"b'])).toBe('1,,"",a b," a","a""b"\r\n')
})
