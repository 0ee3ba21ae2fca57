import type { ResponseBody } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rates/rate-history.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { shownUser } from '../../text/en/shown-user.ts'
import { Link } from '../link.tsx'
import { auditEntryText, revisionsText as TEXT } from '../text/en/cited-rate.ts'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import styles from './revision-list.module.css'
import { useAuth } from '../session/stored-session.ts'

const COLUMNS = [
  { title: TEXT.when },
  { title: TEXT.what },
  { title: TEXT.rate, numeric: true },
  { title: auditEntryText.column },
]

interface RevisionListProps {
  readonly cited: ResponseBody<typeof citedRate>
  /** The address that shows a page of the changes. */
  readonly addressOf: (page: number) => string
}

/** How a day's rate came about, the newest change first, a page at a time. */
export function RevisionList({ cited, addressOf }: RevisionListProps) {
  const { current_page: page, last_page: lastPage, per_page: perPage, total } = cited
  const { revisions } = cited.data
  const first = (page - 1) * perPage + 1
  return (
    <Card title={TEXT.title} aside={<span className="fine-print">{TEXT.timeZone}</span>}>
      <div className={styles['list']}>
        <Table caption={TEXT.caption} columns={COLUMNS}>
          {revisions.toReversed().map(({ version, at, source, rate, by, corrected, entry }) => (
            <tr key={version} role="row">
              <Cell role="cell">
                <ColomboTime instant={at} />
              </Cell>
              <Cell role="cell">
                {SOURCE_NAMES[source]}
                {rate === null && TEXT.takenBack}
                {corrected && TEXT.corrected}
                {by && TEXT.by(shownUser(by))}
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
        <p className={styles['pages']}>
          <span className="fine-print">
            {revisions.length === 0
              ? TEXT.changes(total)
              : TEXT.changesOf(first, first + revisions.length - 1, total)}
          </span>
          {page > 1 && <Link href={addressOf(Math.min(page - 1, lastPage))}>{TEXT.newer}</Link>}
          {page < lastPage && <Link href={addressOf(page + 1)}>{TEXT.older}</Link>}
        </p>
      )}
    </Card>
  )
}

/** The number of an audit entry; for those who may see the trail it leads to the entry. */
export function EntryNumber({ id }: { id: number }) {
  const { state } = useAuth()
  const text = auditEntryText.number(id)
  return state === 'signed-in' ? <Link href={`/auditlog?entry=${id}`}>{text}</Link> : text
}
