import { recentRates } from '../../contract/manual-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { useAnswer } from '../query.ts'
import { ListFault } from '../ui/list-fault.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Table, type Column } from '../ui/table.tsx'
import styles from './manual-rates.module.css'

const COLUMNS: readonly Column[] = [
  { title: 'Date' },
  { title: 'Base Currency' },
  { title: 'Target Currency' },
  { title: 'Exchange Rate', numeric: true },
]

/** What was entered last, by anyone. */
export function RecentRates() {
  const query = useAnswer(recentRates, { querystring: {} })
  const { data, fault, waiting } = query
  if (!data && waiting) return <Skeleton rows={6} />
  const rates = data?.data ?? []
  return (
    <>
      <ListFault query={query} />
      {rates.length === 0 ? (
        !fault && <p className={styles['empty']}>No exchange rates found</p>
      ) : (
        <div className={styles['recent']}>
          <Table caption="Recent Exchange Rates" columns={COLUMNS}>
            {rates.map((each) => (
              <tr key={each.id}>
                <Cell>
                  <time dateTime={each.date} className={styles['day']}>
                    {formatDay(each.date)}
                  </time>
                </Cell>
                <Cell>{each.base_currency}</Cell>
                <Cell>{each.target_currency}</Cell>
                <Cell numeric>{formatRate(rateOf(each.rate))}</Cell>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </>
  )
}
