import { describe, expect, test } from 'vitest'
import { readAmount } from './conversion/amount-text.ts'
import { readDay } from './day-text.ts'
import { currencyNamed, kindNamed } from './imports/words.ts'
import { plainNumber, readAmountCell, readDayCell } from './imports/cells.ts'
import { rateFromText } from './money.ts'

/** Texts on which a backtracking pattern takes quadratic time, by their length. */
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'numbers and dashes': (length) => `${'1-'.repeat(length / 2)}x`,
  'spaces between digits': (length) => `1${' '.repeat(length)}x1`,
  'zeros before the last digit': (length) => `1.${'0'.repeat(length)}1`,
  'quotation marks': (length) => '"'.repeat(length),
  'line ends': (length) => '\r'.repeat(length),
  'tabs and line ends': (length) => '\t\n'.repeat(length / 2),
  weekdays: (length) => `Mon${'a'.repeat(length)}`,
  midnights: (length) => `${'T00:00:00.'.repeat(length / 10)}x`,
}
const LENGTH = 1_000_000
/** Linear time takes a few ms, quadratic time minutes. */
const MAX_MS = 1000

describe.each(Object.entries(TEXTS))('a megabyte of %s', (_name, text) => {
  test.each([
    ['a rate of a sheet', plainNumber],
    ['an amount of a sheet', (each: string) => readAmountCell(each, 'USD')],
    ['a day of a sheet', readDayCell],
    ['a currency', currencyNamed],
    ['a kind', kindNamed],
    ['a day', (each: string) => readDay(each)],
    ['a number', rateFromText],
    ['an amount', readAmount],
  ])('is read as %s in linear time', (_what, read) => {
    const input = text(LENGTH)
    expect(cpuOf(() => read(input))).toBeLessThan(MAX_MS)
  })
})

/** In ms of processor time, which other processes do not add to. */
function cpuOf(act: () => unknown): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
