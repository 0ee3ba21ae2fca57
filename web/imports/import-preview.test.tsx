import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ImportRow } from '../../contract/imports/imports.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { ImportPreview } from './import-preview.tsx'
import type { ImportState } from './use-import.ts'

afterEach(cleanup)

const row = (verdict: RowStatus, line: number) =>
  ({
    row: line + 1,
    line,
    date: null,
    currency: null,
    rate: null,
    given: `row ${line + 1}`,
    verdict,
    sentence: verdict === 'suspicious' ? 'Far from yesterday.' : '',
    warnings: [],
    replaces: null,
  }) as unknown as ImportRow

const previewOf = (verdicts: readonly RowStatus[], importable = false) => {
  const preview = { rows: verdicts.map(row), counts: {}, importable }
  const state = { looking: { text: 'rows', preview, choice: {} }, importing: {} }
  return <ImportPreview state={state as unknown as ImportState} />
}

const said = (...verdicts: RowStatus[]) => {
  cleanup()
  return render(previewOf(verdicts)).container.textContent
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('rows are said to be there already only where each of them is', () => {
  expect(said('same', 'same')).toContain(t.rateImport.nothing)
  for (const verdicts of [['wrong'], ['ambiguous'], ['same', 'outside window']] as const) {
    expect(said(...verdicts)).not.toContain(t.rateImport.nothing)
    const first = verdicts[0] === 'ambiguous' ? t.import.answerFirst : t.import.correctFirst
    expect(said(...verdicts)).toContain(first({ count: 1 }))
  }
})

test('a tick holds for what was seen of a row, however the rows are read again', () => {
  const { rerender } = render(previewOf(['new', 'suspicious', 'new'], true))
  for (const each of ['Import row 1', 'Import row 2']) fireEvent.click(box(each))
  expect([1, 2, 3].map((each) => box(`Import row ${each}`).checked)).toEqual([false, true, true])
  rerender(previewOf(['suspicious', 'new', 'replaces'], true))
  expect([1, 2, 3].map((each) => box(`Import row ${each}`).checked)).toEqual([false, true, true])
  rerender(previewOf(['replaces', 'suspicious', 'suspicious'], true))
  expect([1, 2, 3].map((each) => box(`Import row ${each}`).checked)).toEqual([false, true, false])
})

test('the tick of all rows is whole where all that change something are ticked', () => {
  render(previewOf(['new', 'suspicious', 'same'], true))
  expect(box(t.import.tickAll).indeterminate).toBe(true)
  fireEvent.click(box('Import row 2'))
  expect(box(t.import.tickAll)).toMatchObject({ checked: true, indeterminate: false })
  for (const each of [1, 2]) fireEvent.click(box(`Import row ${each}`))
  expect(screen.getByText(t.import.howToTick)).toBeTruthy()
})
