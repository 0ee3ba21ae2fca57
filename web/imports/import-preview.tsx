import { useRef, useState, type ReactNode } from 'react'
import type { HolidayRowStatus, RowStatus } from '../../domain/row-status.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Table } from '../ui/table.tsx'
import styles from './rate-import.module.css'

const SHOWN_AT_ONCE = 100

type Status = RowStatus | HolidayRowStatus

/** How much a verdict needs a user's eye. */
const WEIGHTS: Readonly<Record<Status, 'stop' | 'look' | 'fine'>> = {
  wrong: 'stop',
  ambiguous: 'stop',
  'outside window': 'stop',
  suspicious: 'look',
  holiday: 'look',
  weekend: 'look',
  replaces: 'fine',
  removes: 'fine',
  new: 'fine',
  same: 'fine',
}
const ORDER = ['stop', 'look', 'fine']

/** What every row of a preview has. */
interface Previewed {
  readonly line: number
  readonly given: string
  readonly verdict: Status
}

/** How rows of one kind are shown. */
export interface PreviewedRows<Row extends Previewed> {
  readonly caption: string
  /** The heading of what a row is about. */
  readonly column: string
  readonly statuses: readonly Row['verdict'][]
  /** What was understood; nothing where that is not all: then the row stands there as it was given. */
  readonly understood: (row: Row) => ReactNode
  readonly verdict: (row: Row) => string
  /** Why; empty ones are left out. */
  readonly sentences: (row: Row) => readonly string[]
  /** Said where every row is there already. */
  readonly nothing: string
  /** The question about rows that look wrong, and what is said where it is left open. */
  readonly why: string
  readonly whyMissing: string
  readonly button: (count: number) => string
}

interface ImportPreviewProps<Row extends Previewed> {
  readonly kind: PreviewedRows<Row>
  readonly preview: {
    readonly rows: readonly Row[]
    readonly counts: Readonly<Record<string, number>>
    readonly importable: boolean
  }
  readonly busy: boolean
  readonly onImport: (reason: string) => void
}

/** Every row with its verdict, what needs an eye first; and the one press that imports them all. */
export function ImportPreview<Row extends Previewed>({
  kind,
  preview,
  busy,
  onImport,
}: ImportPreviewProps<Row>) {
  const { rows, counts, importable } = preview
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const needsReason = importable && (counts['suspicious'] ?? 0) > 0
  const changing = rows.length - (counts['same'] ?? 0)
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  return (
    <div className={styles['preview']}>
      <p role="status">{countsSentence(rows.length, counts, kind.statuses)}</p>
      {!importable && rows.length > 0 && (
        <Notice kind="warning">
          {changing === 0
            ? kind.nothing
            : 'All rows are imported or none: mend or leave out those that cannot be, and check again.'}
        </Notice>
      )}
      {rows.length > 0 && (
        <Table
          caption={kind.caption}
          columns={[{ title: 'Line', numeric: true }, { title: kind.column }, { title: 'Verdict' }]}
        >
          {sorted.slice(0, most).map((row) => (
            <PreviewRow key={row.line} row={row} kind={kind} />
          ))}
        </Table>
      )}
      {most < rows.length && (
        <Button kind="quiet" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show more rows
        </Button>
      )}
      {importable && (
        <CommitForm
          kind={kind}
          needsReason={needsReason}
          changing={changing}
          busy={busy}
          onImport={onImport}
        />
      )}
    </div>
  )
}

interface CommitFormProps {
  readonly kind: Pick<PreviewedRows<Previewed>, 'why' | 'whyMissing' | 'button'>
  /** Whether a reason must be given. */
  readonly needsReason: boolean
  /** How many rows are imported. */
  readonly changing: number
  readonly busy: boolean
  readonly onImport: (reason: string) => void
}

function CommitForm({ kind, needsReason, changing, busy, onImport }: CommitFormProps) {
  const [wrong, setWrong] = useState<string>()
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <form
      noValidate
      className={styles['commit']}
      onSubmit={(event) => {
        event.preventDefault()
        const text = reason.current?.value.trim() ?? ''
        const missing = needsReason && text === ''
        setWrong(missing ? kind.whyMissing : undefined)
        if (missing) reason.current?.focus()
        else onImport(text)
      }}
    >
      {needsReason && (
        <Field
          label={kind.why}
          name="reason"
          hint="Kept in the audit trail."
          errors={wrong === undefined ? [] : [wrong]}
        >
          {(control) => <textarea {...control} ref={reason} rows={2} maxLength={500} required />}
        </Field>
      )}
      <Button type="submit" busy={busy} busyText="Importing...">
        {kind.button(changing)}
      </Button>
    </form>
  )
}

function PreviewRow<Row extends Previewed>({ row, kind }: { row: Row; kind: PreviewedRows<Row> }) {
  const sentences = [...new Set(kind.sentences(row))].filter(Boolean)
  return (
    <tr>
      <Cell numeric>{row.line}</Cell>
      <Cell>{kind.understood(row) || <q className={styles['given']}>{row.given}</q>}</Cell>
      <Cell>
        <span className={classNames(styles['verdict'], styles[WEIGHTS[row.verdict]])}>
          {kind.verdict(row)}
        </span>
        {sentences.map((each) => (
          <span key={each} className={styles['why']}>
            {each}
          </span>
        ))}
      </Cell>
    </tr>
  )
}

function rank({ verdict, line }: Previewed): number {
  return ORDER.indexOf(WEIGHTS[verdict]) * 1_000_000 + line
}

function countsSentence(
  total: number,
  counts: Readonly<Record<string, number>>,
  statuses: readonly Status[],
): string {
  if (total === 0) return 'No rows were found.'
  const parts = statuses.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count > 0 ? [`${count.toLocaleString('en')} ${verdict}`] : []
  })
  return `${total === 1 ? '1 row' : `${total.toLocaleString('en')} rows`}: ${parts.join(', ')}.`
}
