import { useRef, useState } from 'react'
import { ROW_STATUSES, type RowStatus } from '../../domain/row-status.ts'
import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import type { previewImport } from '../../contract/imports.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { DEFAULT_KIND, KIND_NAMES } from '../../domain/series.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Table } from '../ui/table.tsx'
import styles from './rate-import.module.css'

const SHOWN_AT_ONCE = 100
const COLUMNS = [{ title: 'Line', numeric: true }, { title: 'Rate' }, { title: 'Verdict' }]

/** How much a verdict needs a user's eye. */
const WEIGHTS: Readonly<Record<RowStatus, 'stop' | 'look' | 'fine'>> = {
  wrong: 'stop',
  ambiguous: 'stop',
  'outside window': 'stop',
  suspicious: 'look',
  holiday: 'look',
  replaces: 'fine',
  new: 'fine',
  same: 'fine',
}
const ORDER = ['stop', 'look', 'fine']

interface ImportPreviewProps {
  readonly preview: ResponseBody<typeof previewImport>['data']
  readonly busy: boolean
  readonly onImport: (reason: string) => void
}

/** Every row with its verdict, what needs an eye first; and the one press that imports them all. */
export function ImportPreview({ preview, busy, onImport }: ImportPreviewProps) {
  const { rows, counts, importable } = preview
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const needsReason = importable && (counts['suspicious'] ?? 0) > 0
  const changing = rows.length - (counts['same'] ?? 0)
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  return (
    <div className={styles['preview']}>
      <p role="status">{countsSentence(rows.length, counts)}</p>
      {!importable && rows.length > 0 && (
        <Notice kind="warning">
          {changing === 0
            ? 'All of it is there already: there is nothing to import.'
            : 'All rows are imported or none: mend or leave out those that cannot be, and check again.'}
        </Notice>
      )}
      {rows.length > 0 && (
        <Table caption="Rows to import" columns={COLUMNS}>
          {sorted.slice(0, most).map((row) => (
            <PreviewRow key={row.line} row={row} />
          ))}
        </Table>
      )}
      {most < rows.length && (
        <Button kind="quiet" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show more rows
        </Button>
      )}
      {importable && (
        <CommitForm needsReason={needsReason} changing={changing} busy={busy} onImport={onImport} />
      )}
    </div>
  )
}

interface CommitFormProps {
  /** Whether a reason must be given. */
  readonly needsReason: boolean
  /** How many rates are imported. */
  readonly changing: number
  readonly busy: boolean
  readonly onImport: (reason: string) => void
}

function CommitForm({ needsReason, changing, busy, onImport }: CommitFormProps) {
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
        setWrong(missing ? 'Say why the suspicious rates are right, or leave them out.' : undefined)
        if (missing) reason.current?.focus()
        else onImport(text)
      }}
    >
      {needsReason && (
        <Field
          label="Why are the suspicious rates right?"
          name="reason"
          hint="Kept in the audit trail."
          errors={wrong === undefined ? [] : [wrong]}
        >
          {(control) => <textarea {...control} ref={reason} rows={2} maxLength={500} required />}
        </Field>
      )}
      <Button type="submit" busy={busy} busyText="Importing...">
        {changing === 1 ? 'Import 1 rate' : `Import ${changing.toLocaleString('en')} rates`}
      </Button>
    </form>
  )
}

function PreviewRow({ row }: { row: ImportRow }) {
  const { line, given, date, currency, kind, rate, verdict, sentence, replaces, warnings } = row
  const understood = [date && formatDay(date), currency, rate !== null && formatRate(rateOf(rate))]
  const named =
    kind && kind !== DEFAULT_KIND ? [currency, KIND_NAMES[kind], understood[2]] : understood.slice(1)
  const old = replaces === null ? '' : `replaces ${formatRate(rateOf(replaces))}`
  // That it replaces a rate, and which, the verdict itself says; beside a graver verdict it is said too.
  const whys = verdict === 'replaces' ? [] : [sentence, old && `It ${old}.`]
  const sentences = [...new Set([...whys, ...warnings.map((warning) => warning.sentence)])].filter(Boolean)
  return (
    <tr>
      <Cell numeric>{line}</Cell>
      <Cell>
        {understood.every(Boolean) ? (
          <>
            <span className={styles['what']}>{understood[0]}</span>{' '}
            <span className={styles['what']}>{named.join(' ')}</span>
          </>
        ) : (
          <q className={styles['given']}>{given}</q>
        )}
      </Cell>
      <Cell>
        <span className={classNames(styles['verdict'], styles[WEIGHTS[verdict]])}>
          {verdict === 'replaces' ? old : verdict}
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

function rank({ verdict, line }: ImportRow): number {
  return ORDER.indexOf(WEIGHTS[verdict]) * 1_000_000 + line
}

function countsSentence(total: number, counts: Readonly<Record<string, number>>): string {
  if (total === 0) return 'No rows were found.'
  const parts = ROW_STATUSES.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return count > 0 ? [`${count.toLocaleString('en')} ${verdict}`] : []
  })
  return `${total === 1 ? '1 row' : `${total.toLocaleString('en')} rows`}: ${parts.join(', ')}.`
}
