import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { useResponse } from '../queries.ts'
import { ListError } from '../ui/list-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Table, type Column } from '../ui/table.tsx'
import { entriesQuery } from './entry-queries.ts'
import { EntryKind } from './entry-kind.tsx'
import styles from './manual-rates.module.css'

const COLUMNS: readonly Column[] = [
  { title: 'Date' },
  { title: 'Base Currency' },
  { title: 'Target Currency' },
  { title: 'Exchange Rate', numeric: true },
]

/** What was entered last, by anyone. */
export function RecentRates() {
  const query = useResponse(entriesQuery())
  const { data, error, isFetching } = query
  if (!data && isFetching) return <Skeleton rows={6} />
  const rates = data?.data ?? []
  return (
    <>
      <ListError query={query} />
      {rates.length === 0 ? (
        !error && <p className={styles['empty']}>No exchange rates found</p>
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
                <Cell>
                  {each.base_currency}
                  <EntryKind rate={each} />
                </Cell>
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
