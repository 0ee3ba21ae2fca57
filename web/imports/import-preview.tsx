import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { CustomsRowStatus, HolidayRowStatus, RowStatus } from '../../domain/row-status.ts'
import { IMPORT } from '../text/en/work/imports.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { checkReason, ReasonField } from '../ui/form/reason-field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-import.module.css'
import type { ImportState } from './use-import.ts'

const SHOWN_AT_ONCE = 100

type Status = RowStatus | HolidayRowStatus | CustomsRowStatus

/** How much a verdict needs a user's eye, as the tone of its badge. */
const WEIGHTS: Readonly<Record<Status, 'error' | 'warning' | 'success'>> = {
  wrong: 'error',
  ambiguous: 'error',
  'outside window': 'error',
  suspicious: 'warning',
  holiday: 'warning',
  weekend: 'warning',
  replaces: 'success',
  removes: 'success',
  new: 'success',
  same: 'success',
  'left out': 'success',
}
/** Verdicts of rows that change nothing. */
const UNCHANGED: readonly Status[] = ['same', 'left out']
const ORDER = ['error', 'warning', 'success']

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

interface Preview<Row extends Previewed> {
  readonly rows: readonly Row[]
  readonly counts: Readonly<Record<string, number>>
  readonly importable: boolean
}

interface ImportPreviewProps<Row extends Previewed> {
  readonly kind: PreviewedRows<Row>
  readonly state: ImportState<Preview<Row>>
  /** What else may be said about the rows before they are imported. */
  readonly children?: ReactNode
}

/** Rows that are shown one by one although nothing is to be checked about them. */
const MAX_FINE = 10

/**
 * The rows with their verdicts, and the one press that imports them all, which stays in view. Where there are many with
 * nothing to check, these are folded away.
 */
export function ImportPreview<Row extends Previewed>(props: ImportPreviewProps<Row>) {
  const { text, preview } = props.state.looking
  return preview && <ShownPreview key={text} {...props} preview={preview} />
}

function ShownPreview<Row extends Previewed>(
  props: ImportPreviewProps<Row> & { readonly preview: Preview<Row> },
) {
  const { kind, state, preview, children } = props
  const { looking, importing } = state
  const { rows, counts, importable } = preview
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => bringIntoView(section.current), [])
  const needsReason = importable && (counts['suspicious'] ?? 0) > 0
  const changing = rows.filter(
    ({ verdict }) => !UNCHANGED.includes(verdict) && WEIGHTS[verdict] !== 'error',
  ).length
  const { form, errors } = useForm({
    check: (fields) => (needsReason ? checkReason(fields, kind.whyMissing) : { input: '' }),
    send: importing.run,
  })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={IMPORT.preview}
      aria-busy={looking.busy}
      className={classNames('fields', styles['preview'])}
    >
      {!importable && rows.length > 0 && (
        <Notice kind="warning">
          {rows.every(({ verdict }) => UNCHANGED.includes(verdict)) ? kind.nothing : IMPORT.allOrNone}
        </Notice>
      )}
      {children}
      <form {...form} id={id}>
        {needsReason && <ReasonField label={kind.why} errors={errors['reason']} />}
      </form>
      <PreviewedTables kind={kind} rows={rows} />
      <div className={classNames('apart', styles['bar'])}>
        <p role="status">{countsSentence(rows.length, counts, kind.statuses)}</p>
        {importable && (
          <Button
            type="submit"
            form={id}
            busy={importing.busy}
            busyText={IMPORT.committing}
            disabled={looking.busy}
          >
            {kind.button(changing)}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Shows the result to whoever sees only what is above it; the focus stays where rows are still typed. */
function bringIntoView(section: HTMLElement | null): void {
  if (!section) return
  if (!document.activeElement?.matches('textarea, input, select')) section.focus({ preventScroll: true })
  if (section.getBoundingClientRect().top > window.innerHeight / 2) section.scrollIntoView({ block: 'start' })
}

function PreviewedTables<Row extends Previewed>({
  kind,
  rows,
}: {
  kind: PreviewedRows<Row>
  rows: readonly Row[]
}) {
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  const isFine = ({ verdict }: Row) => WEIGHTS[verdict] === 'success'
  if (sorted.filter(isFine).length <= MAX_FINE)
    return <PreviewTable caption={kind.caption} kind={kind} rows={sorted} />
  const [toCheck, fine] = [sorted.filter((row) => !isFine(row)), sorted.filter(isFine)]
  return (
    <>
      <PreviewTable caption={kind.caption} kind={kind} rows={toCheck} />
      <Disclosure summary={IMPORT.fineRows(fine.length)}>
        <PreviewTable caption={IMPORT.fineCaption} kind={kind} rows={fine} />
      </Disclosure>
    </>
  )
}

interface PreviewTableProps<Row extends Previewed> {
  readonly caption: string
  readonly kind: PreviewedRows<Row>
  readonly rows: readonly Row[]
}

function PreviewTable<Row extends Previewed>({ caption, kind, rows }: PreviewTableProps<Row>) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  if (rows.length === 0) return null
  return (
    <>
      <Table
        caption={caption}
        columns={[{ title: IMPORT.line, numeric: true }, { title: kind.column }, { title: IMPORT.verdict }]}
      >
        {rows.slice(0, most).map((row, index) => (
          <PreviewRow key={`${row.line} ${index}`} row={row} kind={kind} />
        ))}
      </Table>
      {most < rows.length && (
        <Button kind="quiet" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {IMPORT.moreRows}
        </Button>
      )}
    </>
  )
}

function PreviewRow<Row extends Previewed>({ row, kind }: { row: Row; kind: PreviewedRows<Row> }) {
  const sentences = [...new Set(kind.sentences(row))].filter(Boolean)
  return (
    <tr>
      <Cell numeric>{row.line}</Cell>
      <Cell>{kind.understood(row) || <q className="breakable">{row.given}</q>}</Cell>
      <Cell>
        <Badge tone={WEIGHTS[row.verdict]}>{kind.verdict(row)}</Badge>
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
  const parts = statuses.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count > 0 ? [IMPORT.count(count, verdict)] : []
  })
  return IMPORT.counts(total, parts)
}
