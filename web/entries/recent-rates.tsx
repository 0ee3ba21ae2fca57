import { formatRate, rateOf } from '../../domain/money.ts'
import { formatDay } from '../../text/en/days.ts'
import { useResponse } from '../queries.ts'
import { dashboardText, entryText } from '../text/en/work/entries.ts'
import { ListError } from '../ui/list-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Cell, Table, type Column } from '../ui/table.tsx'
import { entriesQuery } from './entry-queries.ts'
import { EntryKind } from './entry-kind.tsx'
import styles from './manual-rates.module.css'

const COLUMNS: readonly Column[] = dashboardText.columns.map((title, index, { length }) => ({
  title,
  numeric: index === length - 1,
}))

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
        !error && <p className={styles['empty']}>{entryText.none}</p>
      ) : (
        <div className={styles['recent']}>
          <Table caption={dashboardText.recent} columns={COLUMNS}>
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
