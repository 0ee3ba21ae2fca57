import { lazy, Suspense, useState } from 'react'
import { loadWithRetries } from '../../connection/retry.ts'
import { Link } from '../../link.tsx'
import { useNewestChange } from '../../rates/newest-change.ts'
import { usePlace } from '../../router.tsx'
import type { Place } from '../../screen.ts'
import { ApprovalNotice } from '../../session/approval-notice.tsx'
import { manageText } from '../../text/en/work/entries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFormDraft } from '../../ui/form/form-draft.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { entriesQuery } from '../entry-queries.ts'
import { readManageView } from './manage-view.ts'
import { ManageList } from './manage-list.tsx'
import { screensText } from '../../text/en/screens.ts'
import { useManualRateEntry, type ManualRateEntry } from '../manual-rate-entry.ts'
import { CurrencyField, DateField, EntryOutcome, KindField, RateField } from '../entry-fields.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from '../entry-form.module.css'

export const loader = ({ search }: Place) => [entriesQuery(readManageView(search))]

/** Loaded when it is opened: most visits import nothing. */
const RateImport = lazy(() => loadWithRetries(() => import('../../imports/rate-import.tsx')))

/** Entering, mending and deleting rates. What others do meanwhile is shown at once. */
export default function ManagePage() {
  const entry = useManualRateEntry('manage')
  const { search } = usePlace()
  const { rows } = useFormDraft('import').values
  const [importing, setImporting] = useState(search.has('import') || Boolean(rows))
  useNewestChange()
  return (
    <>
      <PageTitle lead={manageText.lead}>{screensText.manage}</PageTitle>
      <ApprovalNotice />
      <div className="stack">
        <Card
          title={manageText.add}
          aside={
            <span className="buttons">
              <Link href="/today" className={buttonClass('link')}>
                {screensText.today}
              </Link>
              <Button kind="link" aria-expanded={importing} onClick={() => setImporting(!importing)}>
                {manageText.importRates}
              </Button>
            </span>
          }
        >
          <ManageForm entry={entry} />
        </Card>
        {importing && (
          <Card title={manageText.importRates}>
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

/** The form of the screen that manages rates: one line where there is room. */
function ManageForm({ entry }: { entry: ManualRateEntry }) {
  return (
    <>
      <form className={classNames('fields', styles['line'])} aria-label={manageText.addLabel} {...entry.form}>
        <DateField entry={entry} />
        <CurrencyField entry={entry} label={manageText.currency} name="currency" />
        <KindField entry={entry} />
        <RateField entry={entry} placeholder={manageText.placeholder} />
        <Button type="submit" busy={entry.busy} busyText={manageText.adding}>
          {manageText.add}
        </Button>
      </form>
      <EntryOutcome entry={entry} />
    </>
  )
}
