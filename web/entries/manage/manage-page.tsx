import type { Place } from '../../pages.tsx'
import { useNewestChange } from '../../rates/newest-change.ts'
import { t } from '../../../text/sentences.ts'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ToastHost } from '../../ui/toast.tsx'
import { entriesQuery } from '../entry-queries.ts'
import { readManageView } from './manage-view.ts'
import { ManageList } from './manage-list.tsx'
import { AddRate, useAddRate } from '../add-rate.tsx'

export const loader = ({ search }: Place) => [entriesQuery(readManageView(search))]

/** Entering, mending and deleting rates. What others do meanwhile is shown at once. */
export function Component() {
  const entry = useAddRate('manage')
  useNewestChange()
  return (
    <>
      <PageTitle lead={t.manage.lead}>{t.screens.manage}</PageTitle>
      <div className="stack">
        <Card title={t.manage.add} isTitleHeard>
          <AddRate entry={entry} fields={['date', 'currency', 'rate']} texts={t.manage.form} />
        </Card>
        <ManageList onAct={entry.state.forgetError} onDeleted={entry.clearRate} />
      </div>
      <ToastHost />
    </>
  )
}
