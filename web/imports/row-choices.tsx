import { t } from '../../text/sentences.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ImportPreviewData, ImportTable, RateChoice } from './use-import.ts'

interface RowChoicesProps {
  readonly preview: ImportPreviewData
  readonly table: ImportTable
  readonly choice: RateChoice
  readonly onChoice: (choice: RateChoice) => void
}

/**
 * What was understood of the table beside its rates, and what may be done with rates that cannot be
 * imported as they are.
 */
export function RowChoices({ preview, table, choice, onChoice }: RowChoicesProps) {
  const { counts } = preview
  const { roundable, timed, unused } = table
  const count = (verdict: string) => counts[verdict] ?? 0
  const blocking = count('wrong') + count('outside window')
  const { leave_out, round, ...others } = choice
  const isLeftOut = leave_out !== undefined && leave_out === blocking
  // A date that could be two is asked about, and not left out; where nothing else is new, nothing
  // would be imported.
  const canLeaveOut =
    blocking > 0 && count('ambiguous') === 0 && blocking + count('same') < preview.rows.length
  return (
    <>
      <UnusedColumns unused={unused} />
      {timed > 0 && <p>{t.rateImport.timed({ count: timed })}</p>}
      {roundable > 0 && (
        <label className="tick">
          <input
            type="checkbox"
            checked={round ?? false}
            // Other rows cannot be imported then.
            onChange={({ target }) =>
              onChoice({ ...others, ...(target.checked && { round: true }) })
            }
          />
          {t.rateImport.round({ count: roundable })}
        </label>
      )}
      {canLeaveOut && (
        <label className="tick">
          <input
            type="checkbox"
            checked={isLeftOut}
            onChange={({ target }) =>
              onChoice({
                ...others,
                ...(round && { round }),
                ...(target.checked && { leave_out: blocking }),
              })
            }
          />
          {t.rateImport.leaveOut({ count: blocking })}
        </label>
      )}
    </>
  )
}

interface NothingReadProps {
  readonly unused: ImportTable['unused'] | undefined
  readonly children: string
}

/** That a sheet has no rows, and which of its columns are not used. */
export const NothingRead = ({ unused, children }: NothingReadProps) => (
  <Notice kind="warning">
    <p>{children}</p>
    <UnusedColumns unused={unused ?? []} />
  </Notice>
)

/** The columns that look like rates and are not used, and why. */
function UnusedColumns({ unused }: Pick<ImportTable, 'unused'>) {
  if (unused.length === 0) return null
  return (
    <div className="breakable">
      <p>{t.rateImport.unused}</p>
      <ul>
        {unused.map(({ heading, sentence }) => (
          <li key={heading}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

/** How many rows of a sheet are no rates, and which; nothing where all are. */
export function SkippedRows({ skipped }: Pick<ImportTable, 'skipped'>) {
  const { count, rows } = skipped
  if (count === 0) return null
  return <LinesAsGiven {...{ rows, count }} summary={t.rateImport.skipped({ count })} />
}

interface LinesAsGivenProps {
  readonly summary: string
  /** The first of them. */
  readonly rows: readonly { line: number; given: string; sentence?: string }[]
  /** How many there are. */
  readonly count: number
}

/** Lines of a sheet as they stand there, each with what is wrong with it. */
export function LinesAsGiven({ summary, rows, count }: LinesAsGivenProps) {
  return (
    <Disclosure summary={summary}>
      <ul>
        {rows.map(({ line, given, sentence }) => (
          <li key={`${line} ${given}`}>
            {t.rateImport.skippedLine({ line })}
            <q className="breakable">{given}</q> {sentence}
          </li>
        ))}
        {count > rows.length && <li>{t.rateImport.skippedMore({ count: count - rows.length })}</li>}
      </ul>
    </Disclosure>
  )
}
