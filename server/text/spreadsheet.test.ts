import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { csvLine, writeSpreadsheet } from './spreadsheet.ts'

const sheet = (name: string) => ({
  name,
  columns: [{ heading: 'Rate', width: 10, type: 'rate' as const }],
  rows: [[301.25]],
})

test.each([
  ['Bank of [Kandy]: USD/LKR', 'Bank of  Kandy   USD LKR'],
  ['A\\B*C?', 'A B C'],
  [`${'x'.repeat(30)}:y`, 'x'.repeat(30)],
])('writes a sheet named %s as %s, which Excel takes', async (name, written) => {
  const [read] = await readXlsxFile(await writeSpreadsheet(sheet(name)))
  expect(read?.sheet).toBe(written)
})

test('a worker that ends without a file is an error at once', async () => {
  const file = join(temporaryFolder(), 'worker.mjs')
  writeFileSync(file, 'process.exit(3)')
  const since = performance.now()
  await expect(writeSpreadsheet(sheet('x'), pathToFileURL(file))).rejects.toThrow('ended with 3')
  expect(performance.now() - since).toBeLessThan(10_000)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ["'=1", "''=1"],
])('escapes a cell that a spreadsheet would run: %j', (text, cell) => {
  expect(csvLine([text, 'x'])).toBe(`${cell},x\r\n`)
})

test('writes numbers as numbers, null as nothing and an empty text as quotes', () => {
  expect(csvLine([1, null, '', 'a b', ' a', 'a"b'])).toBe('1,,"",a b," a","a""b"\r\n')
})
