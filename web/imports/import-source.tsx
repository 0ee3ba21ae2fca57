import { useRef, useState, type RefObject } from 'react'
import { previewImport, readSheet } from '../../contract/imports.ts'
import { ApiError, call } from '../api.ts'
import { IMPORT } from '../text/en/work/imports.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/form/field.tsx'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from './import-outcome.tsx'
import styles from './rate-import.module.css'
import { IMPORT_TIMEOUT_MS, type ImportState } from './use-import.ts'

interface ImportSourceProps {
  readonly state: ImportState
  readonly texts: {
    readonly rows: string
    readonly rowsHint: string
    readonly placeholder: string
    /** The name of the button that chooses a file, for screen readers. */
    readonly fileLabel: string
  }
  /** Gives the rows as the text that the server reads. */
  readonly onText: (text: string) => void
}

/** Where the rows come from: pasted, dropped, or chosen as a file. */
export function ImportSource({ state, texts, onText }: ImportSourceProps) {
  const closed = state.importing.busy
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { kept, error, reading, workbook, edit, look, take } = useRows(area, state, onText)
  return (
    <form
      className={classNames('fields', styles['source'], over && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <Field label={texts.rows} name="rows" hint={texts.rowsHint}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            rows={5}
            spellCheck={false}
            placeholder={texts.placeholder}
            defaultValue={kept}
            readOnly={closed}
            // Rows that were changed since they were looked at are not those that would be imported.
            onInput={edit}
            // What was pasted stands in the field only after the event.
            onPaste={() => setTimeout(look)}
          />
        )}
      </Field>
      <SourceButtons
        fileLabel={texts.fileLabel}
        closed={closed}
        onLook={look}
        onFile={(file) => void take(file)}
      />
      {reading && <Progress>{IMPORT.reading}</Progress>}
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {workbook && workbook.sheets.length > 1 && (
        <Select
          label={IMPORT.sheet(workbook.file.name)}
          name="sheet"
          values={workbook.sheets.map((_, at) => String(at + 1))}
          textOf={(sheet) => workbook.sheets[Number(sheet) - 1] ?? ''}
          value={String(workbook.sheet)}
          disabled={closed || reading}
          onValue={(sheet) => void take(workbook.file, Number(sheet))}
        />
      )}
    </form>
  )
}

/** A spreadsheet that was read, the names of its sheets, and the number of the one whose rows are shown. */
interface Workbook {
  readonly file: File
  readonly sheets: readonly string[]
  readonly sheet: number
}

/** Reads what `area` holds, or a file into it. */
function useRows(
  area: RefObject<HTMLTextAreaElement | null>,
  { draft: name, looking, importing }: ImportState,
  onText: (text: string) => void,
) {
  const draft = useFormDraft(name)
  const [error, setError] = useState<string>()
  const [reading, setReading] = useState(false)
  const [workbook, setWorkbook] = useState<Workbook>()
  /** The newest file; a large one may still be read when another is given. */
  const turn = useRef(0)

  const startOver = () => {
    turn.current++
    setError(undefined)
    setReading(false)
    // What was shown of other rows is void.
    looking.forget()
    return turn.current
  }
  const edit = () => {
    startOver()
    setWorkbook(undefined)
    if (area.current?.form) draft.keep(area.current.form)
  }
  const look = () => {
    startOver()
    const text = area.current?.value ?? ''
    if (text.trim() === '') setError(IMPORT.nothingGiven)
    else onText(text)
  }
  const take = async (file: File | undefined, sheet?: number) => {
    if (!file || importing.busy) return
    const own = startOver()
    setReading(true)
    // Where a sheet is chosen, the choice stays in view, and with it the focus.
    setWorkbook(sheet === undefined || !workbook ? undefined : { ...workbook, sheet })
    try {
      const { text, ...read } = await rowsOf(file, sheet)
      if (own !== turn.current) return
      setReading(false)
      setWorkbook(read.sheets && { file, ...read })
      if (area.current) area.current.value = text
      onText(text)
    } catch (thrown) {
      if (own !== turn.current) return
      setReading(false)
      const isKnown = thrown instanceof UnreadableFile || thrown instanceof ApiError
      setError(isKnown ? thrown.message : IMPORT.unreadable(file.name))
    }
  }
  return { kept: draft.values['rows'], error, reading, workbook, edit, look, take }
}

interface SourceButtonsProps {
  readonly fileLabel: string
  readonly closed: boolean
  readonly onLook: () => void
  readonly onFile: (file: File | undefined) => void
}

function SourceButtons({ fileLabel, closed, onLook, onFile }: SourceButtonsProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="buttons">
      <Button kind="quiet" disabled={closed} onClick={onLook}>
        {IMPORT.checkRows}
      </Button>
      <Button kind="quiet" disabled={closed} onClick={() => chooser.current?.click()}>
        {IMPORT.chooseFile}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={fileLabel}
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file may be chosen again after it was mended.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** A file that is none of ours; its message is for a user. */
class UnreadableFile extends Error {}

/** A file's rows as text; of a spreadsheet with which sheet they are of. */
type FileRows =
  | { readonly text: string; readonly sheets?: undefined }
  | ({ readonly text: string } & Omit<Workbook, 'file'>)

/** Reads a file. Throws an `UnreadableFile`, or an `ApiError` for a spreadsheet, which the server reads. */
async function rowsOf(file: File, sheet: number | undefined): Promise<FileRows> {
  const isSheet = /\.xlsx?$/i.test(file.name)
  const most = isSheet ? readSheet.bodyLimit : previewImport.bodyLimit
  if (most !== undefined && file.size > most)
    throw new UnreadableFile(IMPORT.tooLarge(file.name, most / 1_048_576))
  if (!isSheet) return { text: await file.text() }
  const querystring = sheet === undefined ? {} : { sheet: String(sheet) }
  const { data } = await call(readSheet, { body: file, querystring }, { timeoutMs: IMPORT_TIMEOUT_MS })
  return data
}
