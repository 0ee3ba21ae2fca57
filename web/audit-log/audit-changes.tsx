import { formatDay, t } from '../../text/sentences.ts'
import { seriesName } from '../../text/names.ts'
import { Link } from '../link.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Cell, Table } from '../ui/list/table.tsx'
import { useFirstRows } from '../ui/list/use-first-rows.tsx'
import type { EntryChange } from './entry-changes.ts'

/** An import may have 10,000 rows: more than these are drawn only for whoever wants them all. */
const FIRST_ROWS = 100

/** What an entry changed, row by row; each day of a rate leads to the rate as it can be cited. */
export function AuditChanges({
  entry,
  changes,
}: {
  entry: number
  changes: readonly EntryChange[]
}) {
  const [shown, more] = useFirstRows(changes, FIRST_ROWS)
  const hasSeries = changes.some(({ series }) => series)
  const hasRemarks = changes.some(({ remarks }) => remarks.length > 0)
  const columns = [
    { title: t.auditChanges.day },
    ...(hasSeries ? [{ title: t.auditChanges.rate }] : []),
    { title: t.auditChanges.old, numeric: hasSeries },
    { title: t.auditChanges.new, numeric: hasSeries },
    ...(hasRemarks ? [{ title: t.auditChanges.remarks }] : []),
  ]
  return (
    <>
      <Table caption={t.auditChanges.caption({ id: entry })} columns={columns}>
        {shown.map(({ date, series, ...change }, index) => (
          <tr key={index}>
            <Cell heading>
              {date && series ? (
                <Link href={citedAddress({ ...series, date })}>{formatDay(date)}</Link>
              ) : (
                date && formatDay(date)
              )}
            </Cell>
            {hasSeries && <Cell>{series && seriesName(series)}</Cell>}
            <Cell numeric={hasSeries}>{change.old || '–'}</Cell>
            <Cell numeric={hasSeries}>{change.new || '–'}</Cell>
            {hasRemarks && <Cell>{change.remarks.join(' ')}</Cell>}
          </tr>
        ))}
      </Table>
      {more}
    </>
  )
}
