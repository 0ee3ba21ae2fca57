import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { Form } from '../ui/form/send-form.tsx'
import { Notice } from '../ui/notice.tsx'
import '../ui/work.css'
import styles from './imports.module.css'
import type { OpenSheet, SheetSteps } from './use-sheet.ts'

export interface SourceTexts {
  readonly rowsHint: string
  readonly fileLabel: string
}

interface SourceStepProps {
  readonly sheet: SheetSteps
  readonly texts: SourceTexts
}

export function SourceStep({ sheet, texts }: SourceStepProps) {
  const { open, isReading = false, error, own } = sheet.state
  const take = (file: File) => void sheet.take(file)
  return (
    <DropArea onFile={take}>
      {open ? (
        <ChosenSource sheet={sheet} open={open} label={texts.fileLabel} />
      ) : (
        <div className={styles['source']}>
          <div className={styles['well']}>
            <FileButton label={texts.fileLabel} text={t.import.chooseFile} onFile={take} />
            <span className="muted hide-on-phone">{t.import.drop}</span>
            <span className="second-line phone-only">{t.import.fileTypes}</span>
          </div>
          <Form
            className="fields"
            onSend={({ rows = '' }) => void (rows.trim() && sheet.paste(rows))}
          >
            <Field
              label={t.import.rows}
              name="rows"
              hint={texts.rowsHint}
              missing={t.import.nothingGiven}
            >
              {(control) => (
                <textarea
                  {...control}
                  rows={5}
                  required
                  spellCheck={false}
                  // The pasted text is in the field only after the event.
                  onPaste={({ currentTarget }) =>
                    setTimeout(() => void sheet.paste(currentTarget.value))
                  }
                />
              )}
            </Field>
            <div>
              <Button kind="quiet" type="submit" busy={isReading}>
                {t.import.readRows}
              </Button>
            </div>
          </Form>
        </div>
      )}
      {isReading && <Progress>{t.import.reading}</Progress>}
      {error && (
        <Notice kind="error" isOutcome>
          {t.import.fileErrors[error]}
        </Notice>
      )}
      {own && (
        <Notice kind="error" isOutcome>
          {t.ownFiles[own]}
        </Notice>
      )}
    </DropArea>
  )
}

interface ChosenSourceProps {
  readonly sheet: SheetSteps
  readonly open: OpenSheet
  readonly label: string
}

function ChosenSource({ sheet, open: { source, file }, label }: ChosenSourceProps) {
  const { sheets } = file
  return (
    <>
      <div className={styles['chosen']}>
        <p className="breakable">
          <strong>{source.name || t.import.pasted}</strong>{' '}
          {sheets.length === 1 && (
            <span className="muted">{t.import.sheetNamed({ name: sheets[0] ?? '' })}</span>
          )}
        </p>
        {source.name === '' ? (
          <Button kind="quiet" onClick={sheet.reset}>
            {t.import.otherRows}
          </Button>
        ) : (
          <FileButton
            kind="quiet"
            label={label}
            text={t.import.chooseOther}
            onFile={(chosen) => void sheet.take(chosen)}
          />
        )}
      </div>
      {sheets.length > 1 && (
        <div className={styles['short']}>
          <Select
            label={t.import.sheet}
            name="sheet"
            values={sheets.map((_, at) => String(at))}
            textOf={(at) => sheets[Number(at)] ?? ''}
            value={String(file.sheet)}
            onValue={(at) => sheet.choose({ sheet: Number(at) })}
          />
        </div>
      )}
      {file.delimiters.length > 1 && (
        <div className={styles['short']}>
          <Select
            label={t.import.separator}
            name="separator"
            values={file.delimiters}
            textOf={(mark) => t.import.separators[SEPARATORS[mark] ?? 'comma']}
            value={file.grid.delimiter ?? ''}
            onValue={(delimiter) => sheet.choose({ delimiter })}
          />
        </div>
      )}
    </>
  )
}

const SEPARATORS: Readonly<Record<string, keyof typeof t.import.separators>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

interface DropAreaProps {
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** Only files are taken: dragged text goes into the field below. */
function DropArea({ onFile, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <div
      className={`fields ${isOver ? styles['over'] : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      {children}
    </div>
  )
}

interface FileButtonProps {
  /** Name of the input, for screen readers. */
  readonly label: string
  readonly text: string
  readonly kind?: 'primary' | 'quiet'
  readonly onFile: (file: File) => void
}

function FileButton({ label, text, kind = 'primary', onFile }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind={kind} onClick={() => chooser.current?.click()}>
        {text}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}

export function Progress({ children }: { readonly children: string }) {
  return (
    <div className="buttons muted" role="status">
      <progress aria-label={t.import.progress} />
      {children}
    </div>
  )
}
