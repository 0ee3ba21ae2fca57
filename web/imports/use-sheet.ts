import { useRef, useState } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import type { Mapping, Purpose } from '../../domain/imports/mapping.ts'
import type { OwnFile } from '../../domain/imports/own-files.ts'
import { parseFile } from './parse-file.ts'
import type { FileChoice } from './read-file.ts'
import type * as Reading from './reading.ts'
import { UnreadableFile, type FileError, type ReadFile } from './workbook.ts'

/** `name` is empty for pasted rows. */
interface Source {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface OpenSheet {
  /** Loaded with the first sheet. */
  readonly reading: typeof Reading
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
      const [file, reading] = await Promise.all([parseFile(source.bytes, choice), loadReading()])
      const own = purpose === 'rates' ? reading.ownFileOf(file.grid) : undefined
      if (own) finish({ own })
      else
        finish({ open: { reading, source, file, mapping: reading.chooseMapping(file, purpose) } })
    } catch (error) {
      finish({ error: error instanceof UnreadableFile ? error.reason : 'unreadable' })
    }
  }
  const show = async (sheet: OpenSheet) => {
    const finish = begin()
    const lines = await sheet.reading.readRows(sheet.file, sheet.mapping, purpose)
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

const loadReading = (): Promise<typeof Reading> =>
  import('./reading.ts').catch(() => {
    throw new UnreadableFile('no connection')
  })
