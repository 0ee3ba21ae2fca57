import {
  addDays,
  dayInColombo,
  FIRST_DAY,
  type CalendarDate,
} from '../../../domain/calendar-date.ts'
import { t, weekdayName } from '../../../text/sentences.ts'
import { useToday } from '../../page-context.ts'
import { queryOf, useResponse } from '../../queries.ts'
import { formatClock } from '../../ui/colombo-time.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import { Cell } from '../../ui/list/table.tsx'
import styles from './dashboard.module.css'

/** The newest changes of rates since the day before: refetched with the entries. */
export const changesQuery = (today: CalendarDate) =>
  queryOf('entries', 'GET /api/audit-logs', {
    query: { from: addDays(today, -1), rate_from: FIRST_DAY, per_page: '5' },
  })

/** `14:05` of today, `Tue 14:05` of the day before. */
function timeOf(at: string, today: CalendarDate): string {
  const day = dayInColombo(new Date(at))
  return day === today ? formatClock(at) : `${weekdayName(day)} ${formatClock(at)}`
}

/** What was done to rates since the day before, when and by whom. */
export function ChangesSinceYesterday() {
  const today = useToday()
  const query = useResponse(changesQuery(today))
  const changes = query.data?.data ?? []
  return (
    <ListStates query={query} rows={3} empty={changes.length === 0 && t.dashboard.unchanged}>
      <RowTable
        className={styles['changes']}
        caption={t.dashboard.changed}
        titles={Object.values(t.dashboard.changeColumns)}
      >
        {changes.map(({ id, created_at: at, description, user }) => (
          <tr key={id} role="row">
            <Cell role="cell">
              <time dateTime={at} className="fine-print">
                {timeOf(at, today)}
              </time>
            </Cell>
            <Cell role="cell">{description}</Cell>
            <Cell role="cell">
              <span className="fine-print breakable">{user ?? t.dashboard.system}</span>
            </Cell>
          </tr>
        ))}
      </RowTable>
    </ListStates>
  )
}
