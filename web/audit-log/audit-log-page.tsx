import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refresh, useResponse } from '../queries.ts'
import { Redirect } from '../redirect.tsx'
import { useLocation, usePlace } from '../router.tsx'
import type { Place } from '../screen.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { ListFaces } from '../ui/list/list-faces.tsx'
import { atPage } from '../ui/list/list-view.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { AuditChain } from './audit-chain.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditItem } from './audit-item.tsx'
import { screensText } from '../text/en/screens.ts'
import styles from './audit-log.module.css'
import { AuditPages } from './audit-pages.tsx'
import {
  auditListQuery,
  auditStateQuery,
  auditUsersQuery,
  auditAddress,
  filterOf,
  readAuditView,
  useNewerEntries,
} from './audit-queries.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'

export const loader = ({ search }: Place) => [
  auditListQuery(readAuditView(search)),
  auditStateQuery(),
  auditUsersQuery(),
]

/** Everything that was done, the newest first. */
export default function AuditTrailPage() {
  const view = readAuditView(usePlace().search)
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const query = useResponse(auditListQuery(view), 'audit trail')
  const { data: shown } = query
  const entries = shown?.data ?? []
  const { page, per_page } = view
  const filter = filterOf(view)
  const count = useRef<HTMLParagraphElement>(null)
  const newer = useNewerEntries(filter, shown && page === '' ? (entries[0]?.id ?? 0) : undefined)
  if (shown && entries.length === 0 && Number(page || 1) > shown.last_page)
    return <Redirect to={auditAddress(atPage(view, shown.last_page))} />
  return (
    <>
      <PageTitle lead={auditTrailText.lead}>{screensText.auditTrail}</PageTitle>
      <AuditChain />
      {shown?.details === 'own' && <p className="above fine-print">{auditTrailText.masked}</p>}
      <AuditFilters
        view={filter}
        actions={shown?.actions ?? []}
        onView={(chosen, typing = false) =>
          navigate(auditAddress({ ...chosen, per_page }), { replace: typing })
        }
      />
      <div className={classNames('apart', styles['found'])}>
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
      <ListFaces query={query} rows={10} empty={entries.length === 0 && auditTrailText.noMatches}>
        <ol className={styles['timeline']} aria-busy={query.isFetching}>
          {entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </ol>
      </ListFaces>
      {shown && <AuditPages view={view} shown={shown} />}
    </>
  )
}
