import { use } from 'react'
import { auditTrailState, listAuditEntries } from '../../contract/audit-log.ts'
import { need } from '../need.ts'
import { Cache, useResponse, useSteady } from '../query.ts'
import { Redirect } from '../redirect.tsx'
import { useLocation, useSearch } from '../router.tsx'
import { Button } from '../ui/button.tsx'
import { ListError } from '../ui/list-error.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditItem } from './audit-item.tsx'
import styles from './audit-log.module.css'
import { auditAddress, auditQuery, readAuditView } from './audit-view.ts'
import { useNewerEntries } from './newer-entries.ts'

export const needs = (address: string) => [
  need(listAuditEntries, { querystring: auditQuery(readAuditView(address.split('?')[1] ?? '')) }),
  need(auditTrailState, {}),
]

/** Everything that was done, the newest first. */
export default function AuditTrailPage() {
  const view = readAuditView(useSearch())
  const [, navigate] = useLocation()
  const cache = use(Cache)
  const query = useResponse(listAuditEntries, { querystring: auditQuery(view) })
  const { data, error, waiting } = query
  const steady = useSteady(data, 'audit trail')
  const shown = error ? data : steady
  const entries = shown?.data ?? []
  const filter = filterOf(view)
  const newer = useNewerEntries(filter, shown && view.page === 1 ? (entries[0]?.id ?? 0) : undefined)
  const upTo = view.upTo || String(shown?.newest_id ?? '')
  if (shown && entries.length === 0 && view.page > shown.last_page)
    return <Redirect to={auditAddress({ ...view, page: shown.last_page })} replace />
  return (
    <>
      <PageTitle lead="Everything that was done, by whom and from where, the newest first. Times are Colombo time (UTC+5:30).">
        Audit Trail
      </PageTitle>
      <AuditChain />
      {steady?.details === 'own' && (
        <p className={styles['chain']}>
          Email and network addresses of other users are masked, here and in exports.
        </p>
      )}
      <AuditFilters
        filter={filter}
        actions={steady?.actions ?? []}
        onFilter={(chosen, typing = false) =>
          navigate(auditAddress({ ...chosen, page: 1, upTo: '' }), { replace: typing })
        }
      />
      <ListError query={query} />
      <div className={styles['found']}>
        <p className={styles['count']} role="status">
          {shown && countSentence(shown.total, shown.total_is_minimum)}
        </p>
        <AuditExport filter={filter} />
      </div>
      {newer && (
        <div className={styles['newer']} role="status">
          <Button kind="quiet" onClick={() => cache.invalidate('/api/audit-logs')}>
            Show new entries
          </Button>
        </div>
      )}
      {!shown && waiting ? (
        <Skeleton rows={10} />
      ) : entries.length === 0 ? (
        !error && <p className={styles['empty']}>Nothing matches these filters.</p>
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
