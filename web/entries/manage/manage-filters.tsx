import { lazy, Suspense, useState } from 'react'
import { t } from '../../../text/sentences.ts'
import { withRetries } from '../../connection/retry.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FilterFormProps } from './filter-form.tsx'
import styles from './manage-list.module.css'
import { isFiltered } from './manage-view.ts'

/** Loaded when it is opened: most visits are about the newest entries. */
const FilterForm = lazy(() => withRetries(() => import('./filter-form.tsx')))

/** What the list of entries is narrowed and sorted by; open where it is narrowed. */
export function ManageFilters(filter: FilterFormProps) {
  const [open, setOpen] = useState(isFiltered(filter.view))
  return (
    <Disclosure
      summary={t.filter.summary}
      className={styles['filter']}
      open={open || undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <FilterForm {...filter} />
        </Suspense>
      )}
    </Disclosure>
  )
}
