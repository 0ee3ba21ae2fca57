import { readLines, type Line } from '../../domain/imports/lines.ts'
import { viewSheet, type Mapping, type Purpose } from '../../domain/imports/mapping.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import type { Grid } from '../../domain/imports/table.ts'
import { store, storedJson } from '../storage.ts'
import type { ReadFile } from './workbook.ts'

export { viewSheet } from '../../domain/imports/mapping.ts'
export { ownFileOf } from '../../domain/imports/own-files.ts'
export { ColumnStep } from './column-step.tsx'

/** The page answers clicks between slices. */
const SLICE_MS = 50

export async function readRows(
  { grid }: ReadFile,
  mapping: Mapping,
  purpose: Purpose,
): Promise<readonly Line[]> {
  const lines: Line[] = []
  let since = performance.now()
  for (const some of readLines(grid, mapping, purpose)) {
    lines.push(...some)
    if (performance.now() - since < SLICE_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  rememberMapping(grid, mapping, purpose)
  return lines
}

const KEY = 'import_columns'
const MAX_REMEMBERED = 20
type Remembered = readonly (readonly [headings: string, mapping: Mapping])[]

function readRemembered(): Remembered {
  const kept = storedJson<Remembered>('localStorage', KEY)
  return Array.isArray(kept) ? (kept as Remembered) : []
}

function headingsOf(grid: Grid, mapping: Mapping, purpose: Purpose): string {
  const { headings } = viewSheet(grid, mapping)
  return headings.some(Boolean) ? [purpose, ...headings].join('\t') : ''
}

export function chooseMapping({ grid }: ReadFile, purpose: Purpose): Mapping {
  const known = readRemembered().find(
    ([headings, mapping]) => headings !== '' && headings === headingsOf(grid, mapping, purpose),
  )
  return known?.[1] ?? proposeMapping(grid, purpose)
}

function rememberMapping(grid: Grid, mapping: Mapping, purpose: Purpose): void {
  const headings = headingsOf(grid, mapping, purpose)
  if (headings === '') return
  const rest = { ...mapping, day: undefined, excelDays: undefined }
  const others = readRemembered().filter(([known]) => known !== headings)
  // If storage is blocked, the columns are chosen each time.
  store('localStorage', KEY, JSON.stringify([[headings, rest], ...others].slice(0, MAX_REMEMBERED)))
}
