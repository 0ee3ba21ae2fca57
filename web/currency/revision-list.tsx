import type { ResponseBody } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rate-history.ts'
import { SOURCE_NAMES } from '../../domain/rate-precedence.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Cell, Table } from '../ui/table.tsx'
import styles from './revision-list.module.css'

const COLUMNS = [{ title: 'When' }, { title: 'What' }, { title: 'Rate (LKR)', numeric: true }]

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
    <Card title="How it came about" aside={<span className={styles['aside']}>Times are Sri Lanka’s</span>}>
      <Table caption="Changes of this rate, the newest first" columns={COLUMNS}>
        {revisions.toReversed().map(({ version, at, source, rate, by, corrected }) => (
          <tr key={version}>
            <Cell>
              <ColomboTime instant={at} />
            </Cell>
            <Cell>
              {SOURCE_NAMES[source]}
              {rate === null && ', taken back'}
              {corrected && ', corrected by the publisher'}
              {by && `, by ${by}`}
            </Cell>
            <Cell numeric>{rate === null ? '–' : formatRate(fromWire(rate))}</Cell>
          </tr>
        ))}
      </Table>
      {lastPage > 1 && (
        <p className={styles['pages']}>
          <span className={styles['aside']}>
            {revisions.length === 0
              ? `${total} changes`
              : `Changes ${first} to ${first + revisions.length - 1} of ${total}`}
          </span>
          {page > 1 && <Link href={addressOf(Math.min(page - 1, lastPage))}>Newer changes</Link>}
          {page < lastPage && <Link href={addressOf(page + 1)}>Older changes</Link>}
        </p>
      )}
    </Card>
  )
}
