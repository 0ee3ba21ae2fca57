import { useRef, useState } from 'react'
import { Redirect } from '../redirect.tsx'
import { useLocation, useSearch } from '../router.tsx'
import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { useResponse } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { listHeading, useFocusAfter } from '../ui/focus-after.ts'
import { ListError } from '../ui/list-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { entriesQuery } from './entry-queries.ts'
import { DeleteDialog } from './manage-delete.tsx'
import { ManageFilters } from './manage-filters.tsx'
import { DeletedRow, ManageRow } from './manage-row.tsx'
import { manageAddress, readManageView, type ManageView } from './manage-view.ts'
import styles from './manage-list.module.css'

const COLUMNS = ['Date', 'Currency', 'Rate (LKR)', 'Actions'] as const

/** What was entered, a page at a time, each with what can be done about it. */
export function ManageList({ onDeleted }: { onDeleted: () => void }) {
  const view = readManageView(new URLSearchParams(useSearch()))
  const [, navigate] = useLocation()
  // Another page or order is the same list; another filter, or the deleted entries, are not.
  const { currency, from, to, deleted } = view
  const query = useResponse(entriesQuery(view), [currency, from, to, deleted].join())
  const { data: shown, error, isFetching } = query
  const [deleting, setDeleting] = useState<ManualRate>()
  const [failure, setFailure] = useState<string>()
  const rates = shown?.data ?? []
  const heading = view.deleted ? 'Deleted entries' : 'Recent entries'
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = useFocusAfter(
    rates.map((rate) => rate.id),
    list,
  )

  if (shown && shown.current_page > shown.last_page)
    return <Redirect to={manageAddress({ ...view, page: shown.last_page })} replace />
  return (
    <div ref={list} aria-busy={isFetching}>
      <Card
        title={<span {...listHeading}>{heading}</span>}
        aside={shown && <span className={styles['count']}>{countOf(shown.total)}</span>}
      >
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        <ManageFilters view={view} onView={(chosen) => navigate(manageAddress(chosen))} />
        <ListError query={query} />
        {!shown && isFetching ? (
          <Skeleton rows={8} />
        ) : rates.length === 0 ? (
          !error && <p className={styles['empty']}>No exchange rates found</p>
        ) : (
          <EntriesTable
            rates={rates}
            heading={heading}
            deleted={view.deleted}
            onDelete={setDeleting}
            onFailure={setFailure}
          />
        )}
        {shown && <EntryPages view={view} current={shown.current_page} last={shown.last_page} />}
      </Card>
      {deleting && (
        <DeleteDialog
          rate={deleting}
          onDeleted={() => {
            moveFocus(deleting.id)
            onDeleted()
          }}
          onFailure={setFailure}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}

interface EntriesTableProps {
  readonly rates: readonly ManualRate[]
  readonly heading: string
  readonly deleted: boolean
  readonly onDelete: (rate: ManualRate) => void
  readonly onFailure: (message: string | undefined) => void
}

function EntriesTable({ rates, heading, deleted, onDelete, onFailure }: EntriesTableProps) {
  return (
    // The roles are said because a row that is laid out as a grid loses its own in some browsers.
    <table className={styles['table']} role="table">
      <caption className="visually-hidden">{heading}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((title) => (
            <th key={title} scope="col" role="columnheader">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rates.map((rate) =>
          deleted ? (
            <DeletedRow key={rate.id} rate={rate} onFailure={onFailure} />
          ) : (
            <ManageRow key={rate.id} rate={rate} onDelete={() => onDelete(rate)} onFailure={onFailure} />
          ),
        )}
      </tbody>
    </table>
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
      label="Pages of entries"
      addressOf={(page) => manageAddress({ ...view, page })}
    />
  )
}

function countOf(total: number): string {
  return total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`
}
