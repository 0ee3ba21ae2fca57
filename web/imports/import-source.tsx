import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { ApiError } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/form/field.tsx'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from './import-outcome.tsx'
import styles from './import.module.css'
import { rowsOf, UnreadableFile, type Workbook } from './read-file.ts'

/** What is being done with the rows. */
interface RowsState {
  readonly draft: string
  readonly looking: { readonly text?: string; readonly forget: () => void }
  readonly importing: { readonly busy: boolean }
}

interface ImportSourceProps {
  readonly state: RowsState
  readonly texts: {
    readonly rows: string
    readonly rowsHint: string
    readonly placeholder: string
    /** The name of the button that chooses a file, for screen readers. */
    readonly fileLabel: string
  }
  /**
   * Reads rows that are proposed, which are looked at without a press; undefined where none are.
   */
  readonly proposed?: (() => Promise<string>) | undefined
  /** Gives the rows as the text that the server reads. */
  readonly onText: (text: string) => void
}

/** Where the rows come from: pasted, dropped, or chosen as a file. */
export function ImportSource({ state, texts, proposed, onText }: ImportSourceProps) {
  const { importing, looking } = state
  const closed = importing.busy
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { kept, error, reading, workbook, edit, look, take, fill } = useRows(area, state, onText)
  const propose = useEffectEvent(() => {
    if (proposed) void fill(async () => ({ text: await proposed() }))
  })
  useEffect(() => propose(), [])
  const { file, sheet, sheets = [] } = workbook ?? {}
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
      <div className={classNames('apart', styles['drop'])}>
        <p>{file === undefined ? t.import.drop : <b className="breakable">{file.name}</b>}</p>
        <FileButton
          label={texts.fileLabel}
          text={file === undefined ? t.import.chooseFile : t.import.chooseOther}
          isFirst={file === undefined && looking.text === undefined}
          closed={closed}
          onFile={(chosen) => void take(chosen)}
        />
      </div>
      {sheets.length > 1 && file && (
        <Select
          label={t.import.sheet({ file: file.name })}
          name="sheet"
          values={sheets.map((_, at) => String(at + 1))}
          textOf={(each) => sheets[Number(each) - 1] ?? ''}
          value={String(sheet)}
          disabled={closed || reading}
          onValue={(each) => void take(file, Number(each))}
        />
      )}
      {/* Of a file the rows are shown below. */}
      <Disclosure summary={t.import.asText} open={file === undefined}>
        <div className="fields">
          <RowsField {...{ area, texts, kept, closed, edit, look }} />
          <div className="buttons">
            <Button kind="quiet" disabled={closed} onClick={look}>
              {t.import.checkRows}
            </Button>
          </div>
        </div>
      </Disclosure>
      {reading && <Progress>{t.import.reading}</Progress>}
      {error !== undefined && <Notice kind="error">{error}</Notice>}
    </form>
  )
}

interface RowsFieldProps extends Pick<ReturnType<typeof useRows>, 'kept' | 'edit' | 'look'> {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly texts: ImportSourceProps['texts']
  readonly closed: boolean
}

function RowsField({ area, texts, kept, closed, edit, look }: RowsFieldProps) {
  return (
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
          // Rows that were changed since they were looked at are not those that would be
          // imported.
          onInput={edit}
          // What was pasted stands in the field only after the event.
          onPaste={() => setTimeout(look)}
        />
      )}
    </Field>
  )
}

/** Reads what `area` holds, or a file into it. */
function useRows(
  area: RefObject<HTMLTextAreaElement | null>,
  { draft: name, looking, importing }: RowsState,
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
    if (text.trim() === '') setError(t.import.nothingGiven)
    else onText(text)
  }
  /** Reads rows from elsewhere; what came of them where nothing else was begun meanwhile. */
  const fill = async <Rows extends { readonly text: string }>(
    read: () => Promise<Rows>,
    otherwise = '',
  ): Promise<Rows | undefined> => {
    const own = startOver()
    setReading(true)
    try {
      const rows = await read()
      if (own !== turn.current) return undefined
      setReading(false)
      if (area.current) area.current.value = rows.text
      onText(rows.text)
      return rows
    } catch (thrown) {
      if (own !== turn.current) return undefined
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

interface FileButtonProps {
  /** The name of the input, for screen readers. */
  readonly label: string
  readonly text: string
  /** Whether nothing else is to be done first. */
  readonly isFirst: boolean
  readonly closed: boolean
  readonly onFile: (file: File | undefined) => void
}

function FileButton({ label, text, isFirst, closed, onFile }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...(!isFirst && { kind: 'quiet' })}
        disabled={closed}
        onClick={() => chooser.current?.click()}
      >
        {text}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file may be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
    </>
  )
}
