import { formatRate, rateOf } from '../../../domain/money.ts'
import { unitsName } from '../../../text/names.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { useResponse } from '../../queries.ts'
import { ListStates } from '../../ui/list/list-states.tsx'
import { Cell, Table, type Column } from '../../ui/list/table.tsx'
import { entriesQuery } from '../entry-queries.ts'
import { EntryKind } from '../entry-kind.tsx'

const columns = (): readonly Column[] =>
  t.dashboard.columns.map((title, index, { length }) => ({
    title,
    numeric: index === length - 1,
  }))

/** As many as stand beside the form; the screen of entries has all. */
const SHOWN = 5

/** What was entered last, by anyone. */
export function RecentRates() {
  const query = useResponse(entriesQuery())
  const rates = query.data?.data ?? []
  return (
    <ListStates query={query} rows={SHOWN} empty={rates.length === 0 && t.entry.none}>
      <Table caption={t.dashboard.recent} columns={columns()}>
        {rates.slice(0, SHOWN).map((each) => (
          <tr key={each.id}>
            <Cell>
              <time dateTime={each.date} className="unbroken">
                {formatDay(each.date)}
              </time>
            </Cell>
            <Cell>
              {unitsName(each.base_currency)}
              <EntryKind rate={each} />
            </Cell>
            <Cell>{each.target_currency}</Cell>
            <Cell numeric>{formatRate(rateOf(each.rate))}</Cell>
          </tr>
        ))}
      </Table>
    </ListStates>
  )
}
