import { useEffect, useRef, useState } from 'react'
import { Redirect } from '../../redirect.tsx'
import { Link } from '../../link.tsx'
import { useLocation, useSearch } from '../../router.tsx'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { useResponse } from '../../queries.ts'
import { entryText, manageText } from '../../text/en/work/entries.ts'
import { Card } from '../../ui/card.tsx'
import { listHeading, useFocusAfter } from '../../ui/focus-after.ts'
import { ListError } from '../../ui/list-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { entriesQuery } from '../entry-queries.ts'
import { EntriesTable } from './entries-table.tsx'
import { DeleteDialog } from './manage-delete.tsx'
import { ManageFilters } from './manage-filters.tsx'
import { manageAddress, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'
import styles from './manage-list.module.css'

/** What was entered, a page at a time, each with what can be done about it. */
export function ManageList({ onDeleted }: { onDeleted: () => void }) {
  const view = readManageView(new URLSearchParams(useSearch()))
  const [, navigate] = useLocation()
  // Another page or order is the same list; another filter, or the deleted entries, are not.
  const listed = [view.currency, view.kind, view.from, view.to, view.deleted].join()
  const query = useResponse(entriesQuery(view), listed)
  const { data: shown, error, isFetching } = query
  const [deleting, setDeleting] = useState<ManualRate>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => setFailure(undefined), [listed])
  const rates = shown?.data ?? []
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = useFocusAfter(
    rates.map((rate) => rate.id),
    list,
  )

  if (shown && shown.current_page > shown.last_page)
    return <Redirect to={manageAddress({ ...view, page: shown.last_page })} />
  return (
    <div ref={list} aria-busy={isFetching}>
      <Card
        title={<span {...listHeading}>{view.deleted ? manageText.deleted : manageText.recent}</span>}
        aside={
          <span className={styles['aside']}>
            {shown && <span className={styles['count']}>{manageText.count(shown.total)}</span>}
            <Link href={manageAddress({ ...PLAIN_VIEW, deleted: !view.deleted })}>
              {view.deleted ? manageText.toLive : manageText.toDeleted}
            </Link>
          </span>
        }
      >
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        <ManageFilters view={view} onView={(chosen) => navigate(manageAddress(chosen))} />
        <ListError query={query} />
        {!shown && isFetching ? (
          <Skeleton rows={8} />
        ) : (
          <EntriesTable
            // What is selected or being edited is of this page.
            key={manageAddress(view)}
            rates={rates}
            deleted={view.deleted}
            empty={error ? null : <p className={styles['empty']}>{entryText.none}</p>}
            onDelete={setDeleting}
            onRestored={moveFocus}
            onFailure={setFailure}
          />
        )}
        {shown && <EntryPages view={view} current={shown.current_page} last={shown.last_page} />}
      </Card>
      {deleting && (
        <DeleteDialog
          rate={deleting}
          onGone={() => moveFocus(deleting.id)}
          onDeleted={onDeleted}
          onFailure={setFailure}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}

interface EntryPagesProps {
  readonly view: ManageView
  readonly current: number
  readonly last: number
}

function EntryPages({ view, current, last }: EntryPagesProps) {
  return (
    <Pagination
      current={current}
      last={last}
      label={manageText.pages}
      addressOf={(page) => manageAddress({ ...view, page })}
    />
  )
}
