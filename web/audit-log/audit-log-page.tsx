import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refresh, useResponse } from '../queries.ts'
import { Redirect } from '../redirect.tsx'
import { useLocation, useSearch } from '../router.tsx'
import { Button } from '../ui/button.tsx'
import { ListError } from '../ui/list-error.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditItem } from './audit-item.tsx'
import styles from './audit-log.module.css'
import { AuditPages } from './audit-pages.tsx'
import { auditListQuery } from './audit-queries.ts'
import { auditAddress, filterOf, readAuditView } from './audit-view.ts'
import { useNewerEntries } from './newer-entries.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'

export { auditLoader as loader } from './audit-queries.ts'

/** Everything that was done, the newest first. */
export default function AuditTrailPage() {
  const view = readAuditView(new URLSearchParams(useSearch()))
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const query = useResponse(auditListQuery(view), 'audit trail')
  const { data: shown, error, isFetching } = query
  const entries = shown?.data ?? []
  const filter = filterOf(view)
  const count = useRef<HTMLParagraphElement>(null)
  const newer = useNewerEntries(filter, shown && view.page === 1 ? (entries[0]?.id ?? 0) : undefined)
  if (shown && entries.length === 0 && view.page > shown.last_page)
    return <Redirect to={auditAddress({ ...view, page: shown.last_page })} />
  return (
    <>
      <PageTitle lead={auditTrailText.lead}>{auditTrailText.title}</PageTitle>
      <AuditChain />
      {shown?.details === 'own' && <p className={styles['chain']}>{auditTrailText.masked}</p>}
      <AuditFilters
        filter={filter}
        actions={shown?.actions ?? []}
        onFilter={(chosen, typing = false) =>
          navigate(auditAddress({ ...chosen, page: 1, perPage: view.perPage, upTo: '' }), { replace: typing })
        }
      />
      <ListError query={query} />
      <div className={styles['found']}>
        <p ref={count} tabIndex={-1} className={styles['count']} role="status">
          {shown && auditTrailText.entries(shown.total, shown.total_is_minimum)}
        </p>
        <AuditExport filter={filter} />
      </div>
      {newer && (
        <div className={styles['newer']} data-screen-only role="status">
          <Button
            kind="quiet"
            onClick={() => {
              refresh(client, 'audit-log')
              // The button goes once they are there.
              count.current?.focus()
            }}
          >
            {auditTrailText.showNew}
          </Button>
        </div>
      )}
      {!shown && isFetching ? (
        <Skeleton rows={10} />
      ) : entries.length === 0 ? (
        !error && <p className={styles['empty']}>{auditTrailText.noMatches}</p>
      ) : (
        <ol className={styles['timeline']} aria-busy={isFetching}>
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {shown && <AuditPages view={view} shown={shown} />}
    </>
  )
}
