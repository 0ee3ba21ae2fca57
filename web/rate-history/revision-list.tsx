import type { Answer } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rate-history.ts'
import { SOURCE_NAMES } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Cell, Table } from '../ui/table.tsx'
import styles from './revision-list.module.css'

const COLUMNS = [{ title: 'When' }, { title: 'What' }, { title: 'Rate (LKR)', numeric: true }]

/** How a day's rate came about, the newest change first. */
export function RevisionList({ revisions }: { revisions: Answer<typeof citedRate>['data']['revisions'] }) {
  return (
    <Card title="How it came about" aside={<span className={styles['aside']}>Times are Sri Lanka’s</span>}>
      <Table caption="Changes of this rate, the newest first" columns={COLUMNS}>
        {revisions.toReversed().map(({ version, at, source, rate, by }) => (
          <tr key={version}>
            <Cell>
              <ColomboTime instant={at} />
            </Cell>
            <Cell>
              {SOURCE_NAMES[source]}
              {rate === null && ', taken back'}
              {by && `, by ${by}`}
            </Cell>
            <Cell numeric>{rate === null ? '–' : formatRate(fromWire(rate))}</Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
