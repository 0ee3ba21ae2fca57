import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import { RATE_IMPORT, IMPORT } from '../text/en/work/imports.ts'
import { ImportPreview } from './import-preview.tsx'
import { RATE_ROWS } from './rate-rows.tsx'
import type { ImportState } from './use-import.ts'

afterEach(cleanup)

const row = (verdict: RowStatus, line: number) =>
  ({
    line,
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
      kind={RATE_ROWS}
      state={{ looking: { preview }, importing: {} } as unknown as ImportState<typeof preview>}
    />,
  )
  return container.textContent
}

test('rows are said to be there already only where each of them is', () => {
  expect(said('same', 'same')).toContain(RATE_IMPORT.nothing)
  for (const verdicts of [['wrong'], ['ambiguous'], ['same', 'outside window']] as const) {
    expect(said(...verdicts)).not.toContain(RATE_IMPORT.nothing)
    expect(said(...verdicts)).toContain(IMPORT.allOrNone)
  }
})
