import { useRef, useState } from 'react'
import { readLines, type Line } from '../../domain/imports/lines.ts'
import { viewSheet, type Mapping, type Purpose } from '../../domain/imports/mapping.ts'
import { ownFileOf, type OwnFile } from '../../domain/imports/own-files.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import type { Grid } from '../../domain/imports/table.ts'
import { store, storedJson } from '../storage.ts'
import { parseFile } from './parse-file.ts'
import type { FileChoice } from './read-file.ts'
import { UnreadableFile, type FileError, type ReadFile } from './workbook.ts'

/** `name` is empty for pasted rows. */
interface Source {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface OpenSheet {
  readonly source: Source
  readonly file: ReadFile
  readonly mapping: Mapping
}

interface SheetState {
  readonly isReading?: boolean
  readonly error?: FileError
  readonly own?: OwnFile
  readonly open?: OpenSheet | undefined
  readonly lines?: readonly Line[]
}

/** The page answers clicks between slices. */
const SLICE_MS = 50

export function useSheet(purpose: Purpose) {
  const [state, setState] = useState<SheetState>({})
  /** An earlier source may still be read. */
  const newest = useRef(0)
  const begin = () => {
    const turn = ++newest.current
    return (next: SheetState) => {
      if (turn === newest.current) setState(next)
    }
  }
  const open = async (source: Source, choice: FileChoice = {}) => {
    const finish = begin()
    setState(({ open, lines }) => ({ open: lines ? undefined : open, isReading: true }))
    try {
      const file = await parseFile(source.bytes, choice)
      const own = purpose === 'rates' ? ownFileOf(file.grid) : undefined
      if (own) {
        finish({ own })
        return
      }
      const mapping = rememberedMapping(file.grid, purpose) ?? proposeMapping(file.grid, purpose)
      finish({ open: { source, file, mapping } })
    } catch (error) {
      finish({ error: error instanceof UnreadableFile ? error.reason : 'unreadable' })
    }
  }
  const show = async (sheet: OpenSheet) => {
    const finish = begin()
    const { file, mapping } = sheet
    const lines: Line[] = []
    let since = performance.now()
    for (const some of readLines(file.grid, mapping, purpose)) {
      lines.push(...some)
      if (performance.now() - since < SLICE_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    rememberMapping(file.grid, mapping, purpose)
    finish({ open: sheet, lines })
  }
  return {
    state,
    paste: (text: string) => open({ name: '', bytes: new TextEncoder().encode(text) }),
    take: async (file: File) =>
      open({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }),
    choose: (choice: FileChoice) => state.open && void open(state.open.source, choice),
    map: (mapping: Mapping) => state.open && setState({ open: { ...state.open, mapping } }),
    show: async (more?: Partial<Mapping>) => {
      if (state.open) await show({ ...state.open, mapping: { ...state.open.mapping, ...more } })
    },
    changeColumns: () => setState({ open: state.open }),
    reset: () => begin()({}),
  }
}
export type SheetSteps = ReturnType<typeof useSheet>

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

function rememberedMapping(grid: Grid, purpose: Purpose): Mapping | undefined {
  const known = readRemembered().find(
    ([headings, mapping]) => headings !== '' && headings === headingsOf(grid, mapping, purpose),
  )
  return known?.[1]
}

function rememberMapping(grid: Grid, mapping: Mapping, purpose: Purpose): void {
  const headings = headingsOf(grid, mapping, purpose)
  if (headings === '') return
  const rest = { ...mapping, day: undefined, excelDays: undefined }
  const others = readRemembered().filter(([known]) => known !== headings)
  // If storage is blocked, the columns are chosen each time.
  store('localStorage', KEY, JSON.stringify([[headings, rest], ...others].slice(0, MAX_REMEMBERED)))
}
