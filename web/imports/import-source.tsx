import { useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from './import-outcome.tsx'
import styles from './import.module.css'
import type { Workbook } from './read-file.ts'
import { useRows, type RowsState } from './use-rows.ts'

/** What is said where rows are given. */
export interface SourceTexts {
  readonly rows: string
  readonly rowsHint: string
  /** The name of the button that chooses a file, for screen readers. */
  readonly fileLabel: string
}

interface ImportSourceProps {
  readonly state: RowsState
  /** What is said of all rows, above them. */
  readonly about?: ReactNode
  readonly texts: SourceTexts
  /** Gives the rows as the text that the server reads, and whether no others were given since. */
  readonly onText: (text: string, isNewest: () => boolean) => void
}

/**
 * Where the rows come from: pasted, dropped, or chosen as a file. Once they are read it makes room
 * for what came of them.
 */
export function ImportSource({ state, about, texts, onText }: ImportSourceProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const rows = useRows(area, state, onText)
  const { error, reading, workbook, take } = rows
  const { over, ...drop } = useDrop((given) => void take(given))
  const { file, sheet, sheets = [] } = workbook ?? {}
  const read = isRead(state.looking, reading, workbook)
  return (
    <>
      <Disclosure
        {...drop}
        summary={
          <>
            <strong>{file?.name ?? t.import.pasted}</strong>
            {t.import.change}
          </>
        }
        className={classNames(styles[read ? 'given' : 'whole'], over && styles['over'])}
        open={!read}
      >
        <div className="fields">
          {about}
          <SourceForm {...{ area, rows, state, texts }} />
        </div>
      </Disclosure>
      {sheets.length > 1 && file && (
        <div className={styles['subject']}>
          <Select
            label={t.import.sheet}
            name="sheet"
            values={sheets.map((_, at) => String(at + 1))}
            textOf={(each) => sheets[Number(each) - 1] ?? ''}
            value={String(sheet)}
            disabled={state.importing.busy || reading}
            onValue={(each) => void take(file, Number(each))}
          />
        </div>
      )}
      {reading && <Progress>{t.import.reading}</Progress>}
      {error !== undefined && (
        <Notice kind="error" isOutcome>
          {error}
        </Notice>
      )}
    </>
  )
}

/** Whether nothing is to be corrected in the rows themselves, nor others to be given. */
function isRead(
  { preview, busy }: RowsState['looking'],
  reading: boolean,
  workbook: Workbook | undefined,
): boolean {
  if (!preview) return workbook !== undefined && (reading || busy)
  if (preview.question) return true
  const { rows } = preview
  return rows.length > 0 && (workbook !== undefined || !rows.some(isWrong))
}

const isWrong = (row: object) => 'verdict' in row && row.verdict === 'wrong'

interface SourceFormProps extends Pick<ImportSourceProps, 'state' | 'texts'> {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly rows: ReturnType<typeof useRows>
}

/** Takes a file that is dropped; whatever else is dragged goes where it went. */
function useDrop(onFile: (file: File | undefined) => void) {
  const [over, setOver] = useState(false)
  const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    over,
    onDragOver: (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer.files[0])
    },
  }
}

function SourceForm({ area, rows, state, texts }: SourceFormProps) {
  const { kept, workbook, edit, look, take } = rows
  const closed = state.importing.busy
  const file = workbook?.file
  return (
    <form className={classNames('fields', styles['source'])}>
      <div className={classNames('wrap', styles['well'])}>
        <FileButton
          label={texts.fileLabel}
          text={file === undefined ? t.import.chooseFile : t.import.chooseOther}
          isFirst={file === undefined && state.looking.text === undefined}
          closed={closed}
          onFile={(chosen) => void take(chosen)}
        />
        <span className="muted roomy">{t.import.drop}</span>
        <span className="second-line narrow">{t.import.fileTypes}</span>
      </div>
      <RowsField {...{ area, texts, kept, closed, edit, look }} />
      <div>
        <Button kind="quiet" disabled={closed} onClick={look}>
          {t.import.checkRows}
        </Button>
      </div>
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
