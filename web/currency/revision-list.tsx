import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { shownUser } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import styles from './revision-list.module.css'
import { useAuth } from '../session/stored-session.ts'

const columns = () => [
  { title: t.revisions.when },
  { title: t.revisions.what },
  { title: t.revisions.rate, numeric: true },
  { title: t.auditEntry.column },
]

interface RevisionListProps {
  readonly cited: ResponseOf<'GET /api/exchange-rate/:currency/on/:date'>
  /** The address that shows a page of the changes. */
  readonly addressOf: (page: number) => string
}

/** How a day's rate came about, the newest change first, a page at a time. */
export function RevisionList({ cited, addressOf }: RevisionListProps) {
  const { current_page: page, last_page: lastPage, per_page: perPage, total } = cited
  const { revisions } = cited.data
  const first = (page - 1) * perPage + 1
  return (
    <>
      <div className={styles['list']}>
        <Table caption={t.revisions.caption} columns={columns()}>
          {revisions.toReversed().map(({ version, at, source, rate, by, corrected, entry }) => (
            <tr key={version} role="row">
              <Cell role="cell">
                <ColomboTime instant={at} />
              </Cell>
              <Cell role="cell">
                {t.sourceNames[source]}
                {rate === null && t.revisions.takenBack}
                {corrected && t.revisions.corrected}
                {by && t.revisions.by({ user: shownUser(by) })}
              </Cell>
              <Cell role="cell" numeric>
                {rate === null ? '–' : formatRate(fromWire(rate))}
              </Cell>
              <Cell role="cell">{entry ? <EntryNumber id={entry.id} /> : '–'}</Cell>
            </tr>
          ))}
        </Table>
      </div>
      {lastPage > 1 && (
        <p className="buttons">
          <span className="fine-print">
            {revisions.length === 0
              ? t.revisions.changes({ total })
              : t.revisions.changesOf({ first, last: first + revisions.length - 1, total })}
          </span>
          {page > 1 && (
            <Link href={addressOf(Math.min(page - 1, lastPage))}>{t.revisions.newer}</Link>
          )}
          {page < lastPage && <Link href={addressOf(page + 1)}>{t.revisions.older}</Link>}
        </p>
      )}
      <p className="fine-print">{t.revisions.timeZone}</p>
    </>
  )
}

/** The number of an audit entry; for those who may see the trail it leads to the entry. */
function EntryNumber({ id }: { id: number }) {
  const { state } = useAuth()
  const text = t.auditEntry.number({ id })
  return state === 'signed-in' ? <Link href={`/auditlog?entry=${id}`}>{text}</Link> : text
}
