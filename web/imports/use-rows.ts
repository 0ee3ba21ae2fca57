import { useRef, useState, type RefObject } from 'react'
import { t } from '../../text/sentences.ts'
import { ApiError } from '../api.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { rowsOf, UnreadableFile, type Workbook } from './read-file.ts'

/** What is being done with the rows. */
export interface RowsState {
  readonly draft: string
  readonly looking: {
    readonly text?: string
    readonly busy: boolean
    readonly preview?: { readonly rows: readonly object[]; readonly question?: unknown }
    readonly forget: () => void
  }
  readonly importing: { readonly busy: boolean }
}

/** Reads what `area` holds, or a file into it. */
export function useRows(
  area: RefObject<HTMLTextAreaElement | null>,
  { draft: name, looking, importing }: RowsState,
  onText: (text: string, isNewest: () => boolean) => void,
) {
  const draft = useFormDraft(name)
  const [error, setError] = useState<string>()
  const [reading, setReading] = useState(false)
  const [workbook, setWorkbook] = useState<Workbook>()
  /** The newest file; a large one may still be read when another is given. */
  const turn = useRef(0)

  /** Gives whether nothing else was begun since. */
  const startOver = () => {
    const own = ++turn.current
    setError(undefined)
    setReading(false)
    // What was shown of other rows is void.
    looking.forget()
    return () => own === turn.current
  }
  const edit = () => {
    startOver()
    setWorkbook(undefined)
    if (area.current?.form) draft.keep(area.current.form)
  }
  const look = () => {
    const isNewest = startOver()
    const text = area.current?.value ?? ''
    if (text.trim() === '') setError(t.import.nothingGiven)
    else onText(text, isNewest)
  }
  /** Reads rows from elsewhere; what came of them where nothing else was begun meanwhile. */
  const fill = async <Rows extends { readonly text: string }>(
    read: () => Promise<Rows>,
    otherwise = '',
  ): Promise<Rows | undefined> => {
    const isNewest = startOver()
    setReading(true)
    try {
      const rows = await read()
      if (!isNewest()) return undefined
      setReading(false)
      if (area.current) area.current.value = rows.text
      onText(rows.text, isNewest)
      return rows
    } catch (thrown) {
      if (!isNewest()) return undefined
      setReading(false)
      const isKnown = thrown instanceof UnreadableFile || thrown instanceof ApiError
      setError(isKnown ? thrown.message : otherwise)
      return undefined
    }
  }
  const take = async (file: File | undefined, sheet?: number) => {
    if (!file || importing.busy) return
    // Where a sheet is chosen, the choice stays in view, and with it the focus.
    setWorkbook(sheet === undefined || !workbook ? undefined : { ...workbook, sheet })
    const rows = await fill(() => rowsOf(file, sheet), t.import.unreadable({ file: file.name }))
    if (rows) setWorkbook({ file, ...rows })
  }
  return { kept: draft.values['rows'], error, reading, workbook, edit, look, take, fill }
}
