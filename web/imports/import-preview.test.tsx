import { cleanup, render } from '@testing-library/react'
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
    given: '03/09/2026, USD, 330.1',
    verdict,
    sentence: '',
    warnings: [],
    replaces: null,
  }) as unknown as ImportRow

const said = (...verdicts: RowStatus[]) => {
  cleanup()
  const preview = { rows: verdicts.map(row), counts: {}, importable: false }
  const { container } = render(
    <ImportPreview
      state={{ looking: { preview, choice: {} }, importing: {} } as unknown as ImportState}
    />,
  )
  return container.textContent
}

test('rows are said to be there already only where each of them is', () => {
  expect(said('same', 'same')).toContain(t.rateImport.nothing)
  for (const verdicts of [['wrong'], ['ambiguous'], ['same', 'outside window']] as const) {
    expect(said(...verdicts)).not.toContain(t.rateImport.nothing)
    const first = verdicts[0] === 'ambiguous' ? t.import.answerFirst : t.import.correctFirst
    expect(said(...verdicts)).toContain(first({ count: 1 }))
  }
})
