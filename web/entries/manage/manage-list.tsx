import { Redirect, navigate, usePlace } from '../../pages.tsx'
import { useEffect, useState } from 'react'
import { Link } from '../../link.tsx'
import type { ManualRate } from '../../../contract/entries.ts'
import { useResponse } from '../../queries.ts'
import { t } from '../../../text/sentences.ts'
import { ListCard } from '../../ui/list/list-card.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import { atPage } from '../../ui/list/list-view.ts'
import { Pagination } from '../../ui/list/pagination.tsx'
import { useChanges } from '../../ui/list/use-changes.ts'
import { entriesQuery } from '../entry-queries.ts'
import { EntriesTable } from './entries-table.tsx'
import { DeleteDialog } from './manage-delete.tsx'
import { ManageFilters } from './manage-filters.tsx'
import { manageAddress, PLAIN_VIEW, readManageView } from './manage-view.ts'

interface ManageListProps {
  /** Something is done in the list, or another list is shown. */
  readonly onAct: () => void
  readonly onDeleted: () => void
}

/** What was entered, a page at a time, each with what can be done about it. */
export function ManageList({ onAct, onDeleted }: ManageListProps) {
  const view = readManageView(usePlace().search)
  const isDeleted = view.state === 'deleted'
  const order = view.sort || view.direction || 'none'
  // Another page or order is the same list; another filter, or the deleted entries, are not.
  const listed = [view.currency, view.kind, view.publisher, view.from, view.to, view.state].join()
  const query = useResponse(entriesQuery(view))
  const { data: shown, error } = query
  const [deleting, setDeleting] = useState<ManualRate>()
  const changes = useChanges(['rates', 'entries'], onAct)
  useEffect(changes.forgetFailure, [listed])

  if (shown && shown.current_page > shown.last_page)
    return <Redirect to={manageAddress(atPage(view, shown.last_page))} />
  return (
    <div aria-busy={query.isFetching}>
      <ListCard
        title={isDeleted ? t.manage.deleted : t.manage.recent}
        lead={shown ? t.manage.count({ count: shown.total, order }) : '\u00a0'}
        aside={
          <Link href={manageAddress({ ...PLAIN_VIEW, state: isDeleted ? '' : 'deleted' })}>
            {isDeleted ? t.manage.toLive : t.manage.toDeleted}
          </Link>
        }
      >
        <ManageFilters
          view={view}
          onView={(chosen) => navigate(manageAddress(atPage(chosen, 1)))}
        />
        <ListStates query={query} failure={changes.failure} rows={8}>
          <EntriesTable
            // What is selected, edited or new is of this page, and not of the one shown before it.
            key={`${manageAddress(view)} ${query.dataUpdatedAt > 0}`}
            rates={shown?.data ?? []}
            deleted={isDeleted}
            failed={error !== null}
            onDelete={setDeleting}
            changes={changes}
          />
        </ListStates>
        {shown && (
          <Pagination
            current={shown.current_page}
            last={shown.last_page}
            label={t.manage.pages}
            addressOf={(page) => manageAddress(atPage(view, page))}
          />
        )}
      </ListCard>
      {deleting && (
        <DeleteDialog
          rate={deleting}
          changes={changes}
          onDeleted={onDeleted}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}
