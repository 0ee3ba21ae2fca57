import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts'
import { t } from '../../../text/sentences.ts'
import { useToday } from '../../page-context.ts'
import { queryOf, useResponse } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatRecent } from '../../ui/colombo-time.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import styles from './dashboard.module.css'

/** Of entries that are asked for, and of changes of rates among them that are shown. */
const [ENTRIES, SHOWN] = [50, 6]

/** The newest of what was done since the day before: refetched with the entries. */
export const changesQuery = (today: CalendarDate) =>
  queryOf('entries', 'GET /api/audit-logs', {
    query: { from: addDays(today, -1), per_page: String(ENTRIES) },
  })

/** What was done to rates since the day before, when and by whom. */
export function ChangesSinceYesterday() {
  const today = useToday()
  const query = useResponse(changesQuery(today))
  const changes = (query.data?.data ?? []).filter(({ action }) => /exchange rates?$/.test(action))
  return (
    <ListStates query={query} rows={3} empty={changes.length === 0 && t.dashboard.unchanged}>
      <ul className={styles['changes']}>
        {changes.slice(0, SHOWN).map(({ id, created_at: at, description, user }) => (
          <li key={id}>
            <time dateTime={at}>{formatRecent(at, today)}</time>
            <p className="breakable">{description}</p>
            <p className={classNames('fine-print breakable', styles['who'])}>
              {user ?? t.dashboard.system}
            </p>
          </li>
        ))}
      </ul>
    </ListStates>
  )
}
