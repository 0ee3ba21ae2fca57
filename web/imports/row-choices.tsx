import { RATE_IMPORT } from '../text/en/work/imports.ts'
import type { ImportChoice } from './import-options.tsx'
import type { ImportPreviewData, ImportTable } from './rate-rows.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-import.module.css'

interface RowChoicesProps {
  readonly preview: ImportPreviewData
  readonly table: ImportTable
  readonly choice: ImportChoice
  readonly onChoice: (choice: ImportChoice) => void
}

/** What was understood of the table beside its rates, and what may be done with rates that cannot be imported as they are. */
export function RowChoices({ preview, table, choice, onChoice }: RowChoicesProps) {
  const { counts } = preview
  const { roundable, timed, skipped } = table
  const count = (verdict: string) => counts[verdict] ?? 0
  const blocking = count('wrong') + count('outside window')
  const { leave_out, round, ...others } = choice
  const isLeftOut = leave_out !== undefined && leave_out === blocking
  // A date that could be two is asked about, and not left out; where nothing else is new, nothing would be imported.
  const canLeaveOut =
    blocking > 0 && count('ambiguous') === 0 && blocking + count('same') < preview.rows.length
  return (
    <div className={classNames('fields', styles['choices'])}>
      {timed > 0 && <p>{RATE_IMPORT.timed(timed)}</p>}
      {skipped.count > 0 && <SkippedRows skipped={skipped} />}
      {roundable > 0 && (
        <label>
          <input
            type="checkbox"
            checked={round ?? false}
            // Other rows cannot be imported then.
            onChange={({ target }) => onChoice({ ...others, ...(target.checked && { round: true }) })}
          />
          {RATE_IMPORT.round(roundable)}
        </label>
      )}
      {canLeaveOut && (
        <label>
          <input
            type="checkbox"
            checked={isLeftOut}
            onChange={({ target }) =>
              onChoice({ ...others, ...(round && { round }), ...(target.checked && { leave_out: blocking }) })
            }
          />
          {RATE_IMPORT.leaveOut(blocking)}
        </label>
      )}
    </div>
  )
}

function SkippedRows({ skipped }: Pick<ImportTable, 'skipped'>) {
  const { count, rows } = skipped
  return (
    <Disclosure summary={RATE_IMPORT.skipped(count)}>
      <ul>
        {rows.map(({ line, given }) => (
          <li key={line}>
            {RATE_IMPORT.skippedLine(line)}
            <q className="breakable">{given}</q>
          </li>
        ))}
        {count > rows.length && <li>{RATE_IMPORT.skippedMore(count - rows.length)}</li>}
      </ul>
    </Disclosure>
  )
}
