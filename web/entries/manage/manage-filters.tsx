import { useState } from 'react'
import { currencies } from '../../../domain/currency.ts'
import { RATE_KINDS, type RateKind } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { useToday } from '../../page-context.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { BankSelect } from '../../ui/form/bank-select.tsx'
import { Filters, ChoiceFilter, ClearFilters, DayFilter } from '../../ui/form/filter-inputs.tsx'
import { Select } from '../../ui/form/select.tsx'
import styles from './manage-list.module.css'
import { isFiltered, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'

interface ManageFiltersProps {
  readonly view: ManageView
  readonly onView: (view: ManageView) => void
}

/** What the list of entries is narrowed and sorted by; open where it is narrowed. */
export function ManageFilters(filter: ManageFiltersProps) {
  const { view, onView } = filter
  const today = useToday()
  const [open, setOpen] = useState(isFiltered(view))
  return (
    <Disclosure
      summary={t.filter.summary}
      className={styles['filter']}
      open={open || undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open && (
        <Filters aria-label={t.filter.label}>
          <ChoiceFilter
            {...filter}
            label={t.filter.currency}
            name="currency"
            all={t.filter.allCurrencies}
            values={currencies()}
          />
          <ChoiceFilter
            {...filter}
            label={t.filter.kind}
            name="kind"
            all={t.filter.allKinds}
            values={RATE_KINDS}
            textOf={(kind) => t.kindNames[kind as RateKind]}
          />
          <BankSelect
            none={t.filter.allBanks}
            value={view.publisher}
            onValue={(publisher) => onView({ ...view, publisher })}
          />
          <DayFilter {...filter} label={t.filter.from} name="from" max={view.to || today} />
          <DayFilter {...filter} label={t.filter.to} name="to" min={view.from} max={today} />
          <Select
            label={t.filter.sortBy}
            name="sort"
            values={Object.keys(t.filter.orders) as (keyof typeof t.filter.orders)[]}
            textOf={(order) => t.filter.orders[order]}
            value={`${view.sort || 'entered'} ${view.direction || 'desc'}`}
            onValue={(chosen) => {
              const [sort = '', direction = ''] = chosen.split(' ')
              onView(readManageView(new URLSearchParams({ ...view, sort, direction })))
            }}
          />
          {isFiltered(view) && (
            <ClearFilters onClear={() => onView({ ...PLAIN_VIEW, state: view.state })}>
              {t.filter.clear}
            </ClearFilters>
          )}
        </Filters>
      )}
    </Disclosure>
  )
}
