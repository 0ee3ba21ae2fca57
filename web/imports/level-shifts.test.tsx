import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportRow } from '../../contract/imports.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Line } from '../../domain/imports/lines.ts'
import { setPublishers } from '../../domain/series.ts'
import { findLevelShifts, LevelShifts } from './level-shifts.tsx'
import type { PreviewLine } from './preview-line.ts'

function doubtfulLine(currency: Currency, row: number, ...differences: (number | undefined)[]) {
  const warnings = differences.map((difference_percent) => ({ difference_percent }))
  return {
    line: {
      row,
      cell: `B${row}`,
      given: '1',
      date: calendarDateOf('2026-09-28'),
      currency,
    } as Line,
    row: { warnings } as ImportRow,
    state: 'doubtful' as const,
    sentence: '',
  }
}

test('rates of one series that are about as far off on one side are one level', () => {
  const lines = [
    doubtfulLine('USD', 2, -4.5),
    doubtfulLine('USD', 3, -5.1, -4.9),
    doubtfulLine('USD', 4, -4.2),
  ]
  expect(findLevelShifts(lines)).toEqual([{ name: 'USD', lines, percent: -4.5 }])
})

test('the level of a bank’s rates names the currency, the bank and its side', () => {
  setPublishers([{ id: 'sampath', name: 'Sampath Bank' }])
  const lines = [2, 3].map((row) => {
    const { line, ...rest } = doubtfulLine('USD', row, 4)
    return { ...rest, line: { ...line, kind: 'tt-buying' as const, publisher: 'sampath' } }
  })
  expect(findLevelShifts(lines)[0]?.name).toBe('USD, Sampath Bank buys (TT)')
  setPublishers([])
})

test.each<[string, PreviewLine[]]>([
  ['one rate', [doubtfulLine('USD', 2, 4)]],
  ['rates on both sides', [doubtfulLine('USD', 2, 1), doubtfulLine('USD', 3, -0.5)]],
  ['rates far from each other', [doubtfulLine('USD', 2, 4), doubtfulLine('USD', 3, 9)]],
  ['a slip', [doubtfulLine('USD', 2, 4), doubtfulLine('USD', 3, undefined, 4)]],
  ['rates of two series', [doubtfulLine('USD', 2, 4), doubtfulLine('GBP', 3, 4)]],
])('no level: %s', (_, lines) => {
  expect(findLevelShifts(lines)).toEqual([])
})

test('a level is ticked and left out together', () => {
  const lines = [doubtfulLine('USD', 2, 4), doubtfulLine('USD', 3, 4.5)]
  let ticked: ReadonlySet<PreviewLine> = new Set()
  const view = () => (
    <LevelShifts
      shifts={findLevelShifts(lines)}
      ticked={ticked}
      onTicked={(next) => {
        ticked = next
      }}
    />
  )
  const { rerender } = render(view())
  const box = () => screen.getByLabelText<HTMLInputElement>(/^USD: 2 rates are 4.5 % higher/)
  expect(box().checked).toBe(false)
  fireEvent.click(box())
  expect([...ticked]).toEqual(lines)
  rerender(view())
  expect(box().checked).toBe(true)
  fireEvent.click(box())
  expect(ticked.size).toBe(0)
})
