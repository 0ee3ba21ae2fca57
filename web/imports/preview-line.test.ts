import { expect, test } from 'vitest'
import type { ImportRow } from '../../contract/imports.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { inputError } from '../../domain/input-error.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { joinPreview } from './preview-line.ts'

const LINE = { row: 2, cell: 'C2', given: '330.1' }

function previewed(state: ImportRow['state'], rate: number, source?: RateSource) {
  const current = source && { rate: 330.1, source, difference_percent: 0 }
  const date = calendarDateOf('2026-09-28')
  const row: ImportRow = {
    row: 1,
    line: 2,
    date,
    rate,
    state,
    sentence: '',
    replaces: null,
    current,
    warnings: [],
  }
  return joinPreview([LINE], [row])[0]?.state
}

test.each([
  ['new', 330.1, 'cbsl', 'published'],
  ['doubtful', 330.1, 'cbsl', 'published'],
  ['new', 330.2, 'cbsl', 'overrides'],
  ['doubtful', 330.2, 'cbsl', 'doubtful'],
  ['new', 330.1, 'sample', 'new'],
  ['new', 330.1, undefined, 'new'],
  ['replaces', 330.1, 'manual', 'replaces'],
] as const)(
  'a row that is %s with %d over 330.1 of %s is shown as %s',
  (state, rate, source, shown) => {
    expect(previewed(state, rate, source)).toBe(shown)
  },
)

test('a cell that says that there is no rate is not a row left aside', () => {
  const lines = [
    { ...LINE, problem: inputError('row no rate'), isUnused: true },
    { ...LINE, problem: inputError('row nothing'), isUnused: true },
  ]
  expect(joinPreview(lines, []).map(({ state }) => state)).toEqual(['no rate', 'unused'])
})
