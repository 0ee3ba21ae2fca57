import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ["'=1", "''=1"],
])('writes no cell that a spreadsheet would run: %j', (text, cell) => {
  expect(csvLine([text, 'x'])).toBe(`${cell},x\r\n`)
})

it('writes numbers as numbers, null as nothing and an empty text as quotes', () => {
  expect(csvLine([1, null, '', 'a b', ' a', 'a"b'])).toBe('1,,"",a b," a","a""b"\r\n')
})
