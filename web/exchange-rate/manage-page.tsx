import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { ManageForm } from './manage-form.tsx'
import { ManageList } from './manage-list.tsx'
import styles from './manual-rates.module.css'
import { useManualRateEntry } from './manual-rate-entry.ts'

/** Entering, mending and deleting rates. */
export default function ManagePage() {
  const entry = useManualRateEntry('manage')
  return (
    <>
      <PageTitle lead="A rate of yours wins over the published one of its day. Deleting it brings the published one back.">
        Manage Exchange Rates
      </PageTitle>
      <div className={styles['stack']}>
        <Card title="Add Rate">
          <ManageForm entry={entry} />
        </Card>
        <ManageList onDeleted={entry.clearRate} />
      </div>
      <ToastHost />
    </>
  )
}
