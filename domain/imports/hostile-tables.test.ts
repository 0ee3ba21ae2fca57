import { expect, test } from 'vitest'
import { TableError } from '../pasted-table.ts'
import { readImport } from '../import-rows.ts'

/** As much as one request may have. */
const MOST = 1_000_000
/** Of a processor; other requests go first after each step. */
const MOST_MS = 50

const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join('\n')
const DAYS = Array.from(
  { length: 39 },
  (_, at) => `2026-${1 + (at % 12)}-${String(10 + (at % 18))}`,
).join('\t')

test.each([
  [
    'days across and a rate in each cell',
    `Currency\t${DAYS}\n${rows(9_000, `USD${'\t1'.repeat(39)}`)}`,
  ],
  ['days across and no rate', `Currency\t${DAYS}\n${rows(8_000, `x y${'\tab'.repeat(39)}`)}`],
  ['ten thousand remarks', `Date\tUSD\n2026-01-01\t1\n${rows(9_000, 'zz\t'.repeat(39))}`],
  [
    'remarks of a page each',
    `Date\tUSD\n2026-01-01\t1\n${rows(480, 'per foreign currency '.repeat(95))}`,
  ],
  [
    'long cells beside each rate',
    `Date\tUSD\tX\n${rows(480, `2026-01-01\t1\t${'a b '.repeat(490)}`)}`,
  ],
  ['marks of footnotes', `Date\tUSD\tX\n${rows(480, `2026-01-01\t1\t${'*'.repeat(1_980)}`)}`],
  ['days in its titles', `${rows(29, '2026-01-01 '.repeat(180))}\nCurrency\tRate\nUSD\t330`],
])('a table with %s is read in short steps', (_, table) => {
  const work = readImport(table.slice(0, MOST))
  let longest = 0
  try {
    for (let isDone = false; !isDone;) {
      const begun = process.threadCpuUsage()
      isDone = work.next().done ?? false
      const { user, system } = process.threadCpuUsage(begun)
      longest = Math.max(longest, (user + system) / 1000)
    }
  } catch (error) {
    expect(error).toBeInstanceOf(TableError)
  }
  expect(longest).toBeLessThan(MOST_MS)
})
