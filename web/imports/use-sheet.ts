import { useReducer, useRef } from 'react'
import { lineReader, type Line } from '../../domain/imports/lines.ts'
import { viewSheet, type Mapping, type Purpose } from '../../domain/imports/mapping.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import type { Grid } from '../../domain/imports/table.ts'
import { store, storedJson } from '../storage.ts'
import { parseFile } from './parse-file.ts'
import { UnreadableFile, type FileError, type ReadFile } from './workbook.ts'

/** A file or pasted rows: `name` is empty for the latter. */
interface Source {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface OpenSheet {
  readonly source: Source
  readonly file: ReadFile
  readonly mapping: Mapping
}

/** The steps of a sheet: rows are given, its columns are confirmed, its lines are shown. */
export type SheetState =
  | { readonly step: 'source'; readonly isReading: boolean; readonly error?: FileError }
  | ({ readonly step: 'columns'; readonly isReading: boolean } & OpenSheet)
  | ({ readonly step: 'lines'; readonly lines: readonly Line[] } & OpenSheet)

type Action =
  | { readonly type: 'reading' }
  | { readonly type: 'failed'; readonly error: FileError }
  | ({ readonly type: 'read' } & OpenSheet)
  | { readonly type: 'map'; readonly mapping: Mapping }
  | { readonly type: 'show'; readonly lines: readonly Line[]; readonly mapping: Mapping }
  | { readonly type: 'columns' | 'reset' }

const FIRST = { step: 'source', isReading: false } as const

function reduce(state: SheetState, action: Action): SheetState {
  const { type } = action
  if (type === 'reset') return FIRST
  if (type === 'failed') return { ...FIRST, error: action.error }
  if (type === 'read') return { step: 'columns', isReading: false, ...openOf(action) }
  if (type === 'reading')
    return state.step === 'lines' || state.step === 'source'
      ? { step: 'source', isReading: true }
      : { ...state, isReading: true }
  if (state.step === 'source') return state
  if (type === 'map')
    return { step: 'columns', isReading: false, ...openOf(state), mapping: action.mapping }
  if (type === 'show')
    return { step: 'lines', ...openOf(state), mapping: action.mapping, lines: action.lines }
  return { step: 'columns', isReading: false, ...openOf(state) }
}

const openOf = ({ source, file, mapping }: OpenSheet): OpenSheet => ({ source, file, mapping })

/** The screen answers clicks between slices of reading. */
const SLICE_MS = 50

/** A sheet on its way from its source to its lines. */
export function useSheet(purpose: Purpose) {
  const [state, dispatch] = useReducer(reduce, FIRST)
  /** The newest source: an earlier one may still be read. */
  const newest = useRef(0)
  const begin = () => {
    const turn = ++newest.current
    return () => turn === newest.current
  }
  const open = async (source: Source, sheet?: number) => {
    const isNewest = begin()
    dispatch({ type: 'reading' })
    try {
      const file = await parseFile(source.bytes, sheet)
      const mapping = rememberedMapping(file.grid, purpose) ?? proposeMapping(file.grid, purpose)
      if (isNewest()) dispatch({ type: 'read', source, file, mapping })
    } catch (error) {
      const reason = error instanceof UnreadableFile ? error.reason : 'unreadable'
      if (isNewest()) dispatch({ type: 'failed', error: reason })
    }
  }
  const show = async (grid: Grid, mapping: Mapping) => {
    const isNewest = begin()
    const { firstRow, rows, read } = lineReader(grid, mapping, purpose)
    const lines: Line[] = []
    let since = performance.now()
    for (let row = firstRow; row < rows; row++) {
      lines.push(...read(row))
      if (performance.now() - since < SLICE_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    if (!isNewest()) return
    rememberMapping(grid, mapping, purpose)
    dispatch({ type: 'show', lines, mapping })
  }
  return {
    state,
    paste: (text: string) => open({ name: '', bytes: new TextEncoder().encode(text) }),
    take: async (file: File) =>
      open({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }),
    choose: (sheet: number) => state.step !== 'source' && void open(state.source, sheet),
    map: (mapping: Mapping) => dispatch({ type: 'map', mapping }),
    show,
    changeColumns: () => dispatch({ type: 'columns' }),
    reset: () => {
      begin()
      dispatch({ type: 'reset' })
    },
  }
}
export type SheetSteps = ReturnType<typeof useSheet>

const KEY = 'import_columns'
/** Sheets whose columns are remembered, the newest first. */
const MAX_REMEMBERED = 20
type Remembered = readonly (readonly [headings: string, mapping: Mapping])[]

function headingsOf(grid: Grid, mapping: Mapping, purpose: Purpose): string {
  const { headings } = viewSheet(grid, mapping)
  return headings.some(Boolean) ? [purpose, ...headings].join('\t') : ''
}

/** The mapping that was confirmed last for a sheet with the same headings, but for its day. */
function rememberedMapping(grid: Grid, purpose: Purpose): Mapping | undefined {
  const kept = storedJson<Remembered>('localStorage', KEY)
  if (!Array.isArray(kept)) return undefined
  const known = (kept as Remembered).find(
    ([headings, mapping]) => headings !== '' && headings === headingsOf(grid, mapping, purpose),
  )
  return known?.[1]
}

function rememberMapping(grid: Grid, mapping: Mapping, purpose: Purpose): void {
  const headings = headingsOf(grid, mapping, purpose)
  if (headings === '') return
  const rest = { ...mapping, day: undefined, excelDays: undefined }
  const kept = storedJson<Remembered>('localStorage', KEY)
  const others = (Array.isArray(kept) ? (kept as Remembered) : []).filter(
    ([known]) => known !== headings,
  )
  // Without storage the columns are chosen each time.
  store('localStorage', KEY, JSON.stringify([[headings, rest], ...others].slice(0, MAX_REMEMBERED)))
}
