import { listAuditEntries } from '../../contract/audit-trail.ts'
import { useAnswer, useSteady } from '../query.ts'
import { useLocation, useSearch } from '../router.tsx'
import { ListFault } from '../ui/list-fault.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditItem } from './audit-item.tsx'
import { auditAddress, auditQuery, readAuditView } from './audit-view.ts'
import styles from './audit-trail.module.css'

/** Everything that was done, the newest first. */
export default function AuditTrailPage() {
  const view = readAuditView(useSearch())
  const [, navigate] = useLocation()
  const { data, fault, waiting, again } = useAnswer(listAuditEntries, { querystring: auditQuery(view) })
  const steady = useSteady(data)
  const shown = fault ? undefined : steady
  const entries = shown?.data ?? []
  const upTo = view.upTo || String(shown?.newest_id ?? '')
  return (
    <>
      <PageTitle lead="Everything that was done, by whom and from where, the newest first. Times are Colombo time (UTC+5:30).">
        Audit Trail
      </PageTitle>
      <AuditFilters
        filter={filterOf(view)}
        actions={steady?.actions ?? []}
        onFilter={(filter, typing = false) =>
          navigate(auditAddress({ ...filter, page: 1, upTo: '' }), { replace: typing })
        }
      />
      <ListFault fault={fault} again={again} />
      <p className={styles['count']} role="status">
        {shown && countSentence(shown.total, shown.total_is_minimum)}
      </p>
      {!shown && waiting ? (
        <Skeleton rows={10} />
      ) : entries.length === 0 ? (
        !fault && <p className={styles['empty']}>Nothing matches these filters.</p>
      ) : (
        <ol className={styles['timeline']} aria-busy={waiting}>
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {shown && (
        <Pagination
          current={shown.current_page}
          last={shown.last_page}
          label="Pages of the audit trail"
          addressOf={(page) => auditAddress({ ...view, page, upTo })}
        />
      )}
    </>
  )
}

function filterOf({ action, search, from, to, user, currency }: ReturnType<typeof readAuditView>) {
  return { action, search, from, to, user, currency }
}

function countSentence(total: number, isMinimum: boolean): string {
  if (total === 0) return 'No entries'
  if (total === 1 && !isMinimum) return '1 entry'
  return `${total.toLocaleString('en')}${isMinimum ? '+' : ''} entries`
}
