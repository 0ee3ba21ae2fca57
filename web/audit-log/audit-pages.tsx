import type { ResponseBody } from '../../contract/endpoint.ts'
import type { listAuditEntries } from '../../contract/audit-log.ts'
import { LinkTabs } from '../rates/link-tabs.tsx'
import { auditTrailText } from '../text/en/work/audit-log.ts'
import { atPage } from '../ui/list/list-view.ts'
import { Pagination } from '../ui/list/pagination.tsx'
import styles from './audit-log.module.css'
import { auditAddress, PAGE_SIZES, type AuditView } from './audit-queries.ts'

interface AuditPagesProps {
  readonly view: AuditView
  readonly shown: ResponseBody<typeof listAuditEntries>
}

/** The other pages of what is shown, and how much a page may hold: a long one is read and printed at once. */
export function AuditPages({ view, shown }: AuditPagesProps) {
  const up_to = view.up_to || String(shown.newest_id)
  return (
    <>
      <Pagination
        current={shown.current_page}
        last={shown.last_page}
        label={auditTrailText.pages}
        addressOf={(page) => auditAddress(atPage({ ...view, up_to }, page))}
      />
      {shown.total > Number(PAGE_SIZES[0]) && (
        <div className={styles['sizes']} data-screen-only>
          <LinkTabs
            label={auditTrailText.perPage}
            choices={PAGE_SIZES}
            chosen={PAGE_SIZES.find((size) => size === view.per_page) ?? PAGE_SIZES[0]}
            current="true"
            addressOf={(size) =>
              auditAddress({ ...view, page: '', per_page: size === PAGE_SIZES[0] ? '' : size })
            }
            textOf={auditTrailText.onAPage}
          />
        </div>
      )}
    </>
  )
}
