import { formatRate, rateOf } from '../../domain/money.ts'
import { formatDay } from '../../text/en/days.ts'
import { useResponse } from '../queries.ts'
import { dashboardText, entryText } from '../text/en/work/entries.ts'
import { ListFaces } from '../ui/list/list-faces.tsx'
import { Cell, Table, type Column } from '../ui/list/table.tsx'
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
  const rates = query.data?.data ?? []
  return (
    <ListFaces query={query} rows={6} empty={rates.length === 0 && entryText.none}>
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
    </ListFaces>
  )
}
