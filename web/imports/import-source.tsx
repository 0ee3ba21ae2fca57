import { useRef, useState } from 'react'
import type { SheetCell } from '../../domain/pasted-table.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './rate-import.module.css'

/** The server takes no more. */
const MAX_BYTES = 1_048_576
/** Larger sheets would be unpacked in a worker made from a blob, which the content security policy forbids. */
const MAX_SHEET_BYTES = 524_288

interface ImportSourceProps {
  /** While rows are being imported, when no others are taken. */
  readonly closed: boolean
  /** Gives the rows as the text that the server reads. */
  readonly onText: (text: string) => void
  /** Says that what is there now is no longer what was given, or holds no rows: what was shown of it is void. */
  readonly onNothing: () => void
}

/** Where the rows come from: pasted, dropped, or chosen as a file. */
export function ImportSource({ closed, onText, onNothing }: ImportSourceProps) {
  const [over, setOver] = useState(false)
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  /** The newest file; a large one may still be read when another is given. */
  const turn = useRef(0)

  const startOver = () => {
    turn.current++
    setError(undefined)
    onNothing()
    return turn.current
  }
  const look = () => {
    startOver()
    const text = area.current?.value ?? ''
    if (text.trim() === '') setError('Paste some rows first, or choose a file.')
    else onText(text)
  }
  const take = async (file: File | undefined) => {
    if (!file || closed) return
    const own = startOver()
    try {
      const text = await textOf(file)
      if (own !== turn.current) return
      if (area.current) area.current.value = text
      onText(text)
    } catch (thrown) {
      if (own !== turn.current) return
      setError(thrown instanceof UnreadableFile ? thrown.message : `${file.name} could not be read.`)
    }
  }
  return (
    <div
      className={classNames(styles['source'], over && styles['over'])}
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
      <Field
        label="Rows with a date, a currency and a rate"
        name="rows"
        hint="Paste them from a spreadsheet, or drop a CSV or XLSX file here."
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            rows={5}
            spellCheck={false}
            placeholder={'2026-09-29, USD, 301.2500\n29 Sep 2026, GBP, 405.1000'}
            readOnly={closed}
            // Rows that were changed since they were looked at are not those that would be imported.
            onInput={startOver}
            // What was pasted stands in the field only after the event.
            onPaste={() => setTimeout(look)}
          />
        )}
      </Field>
      <div className={styles['buttons']}>
        <Button kind="quiet" disabled={closed} onClick={look}>
          Check the rows
        </Button>
        <Button kind="quiet" disabled={closed} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File with rates"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file may be chosen again after it was mended.
            event.target.value = ''
          }}
        />
      </div>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
    </div>
  )
}

/** A file that is none of ours; its message is for a user. */
class UnreadableFile extends Error {}

/** The rows of a file as text. Throws an `UnreadableFile`. */
async function textOf(file: File): Promise<string> {
  const sheet = /\.xlsx$/i.test(file.name)
  if (file.size > (sheet ? MAX_SHEET_BYTES : MAX_BYTES))
    throw new UnreadableFile(`${file.name} is too large: at most ${sheet ? '512 KiB' : '1 MiB'}.`)
  if (!sheet) return file.text()
  if (largestPart(new DataView(await file.arrayBuffer())) >= MAX_SHEET_BYTES)
    throw new UnreadableFile(`${file.name} holds more than is read here. Save it as CSV and try again.`)
  // Nobody else needs what reads a spreadsheet.
  const [{ readSheet }, { tableText }] = await Promise.all([
    import('read-excel-file/universal'),
    import('../../domain/pasted-table.ts'),
  ])
  try {
    // The library's types say `typeof Date` for what is a `Date`.
    return tableText((await readSheet(file)) as SheetCell[][])
  } catch {
    throw new UnreadableFile(`${file.name} could not be read as a spreadsheet. Save it as CSV and try again.`)
  }
}

/** Unpacked bytes of the largest file in a ZIP, as its directory says (APPNOTE.TXT, 4.3.12); 0 where there is none. */
function largestPart(zip: DataView): number {
  let largest = 0
  for (let at = 0; at + 28 <= zip.byteLength; at++)
    if (zip.getUint32(at) === 0x504b0102) largest = Math.max(largest, zip.getUint32(at + 24, true))
  return largest
}
