import { lazy, Suspense, useState } from 'react'
import { loadPatiently } from '../connection/load-patiently.ts'
import { useSearch } from '../router.tsx'
import { ApprovalNotice } from '../session/approval-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { ManageForm } from './manage-form.tsx'
import { ManageList } from './manage-list.tsx'
import styles from './manual-rates.module.css'
import { useManualRateEntry } from './manual-rate-entry.ts'

export { manageLoader as loader } from './entry-queries.ts'

/** Loaded when it is opened: most visits import nothing. */
const RateImport = lazy(() => loadPatiently(() => import('../imports/rate-import.tsx')))

/** Entering, mending and deleting rates. */
export default function ManagePage() {
  const entry = useManualRateEntry('manage')
  const search = useSearch()
  const [importing, setImporting] = useState(() => new URLSearchParams(search).has('import'))
  return (
    <>
      <PageTitle lead="A rate of yours wins over the published one of its day. Deleting it brings the published one back.">
        Manage Exchange Rates
      </PageTitle>
      <ApprovalNotice />
      <div className={styles['stack']}>
        <Card
          title="Add Rate"
          aside={
            <Button kind="link" aria-expanded={importing} onClick={() => setImporting(!importing)}>
              Import rates
            </Button>
          }
        >
          <ManageForm entry={entry} />
        </Card>
        {importing && (
          <Card title="Import rates">
            <Suspense fallback={<Skeleton rows={4} />}>
              <RateImport />
            </Suspense>
          </Card>
        )}
        <ManageList onDeleted={entry.clearRate} />
      </div>
      <ToastHost />
    </>
  )
}
