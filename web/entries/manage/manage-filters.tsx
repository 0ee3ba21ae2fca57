import { useState } from 'react'
import { CURRENCIES } from '../../../domain/currency.ts'
import { RATE_KINDS, type RateKind } from '../../../domain/series.ts'
import { KIND_NAMES } from '../../../text/en/names.ts'
import { useToday } from '../../page-context.ts'
import { filterText } from '../../text/en/work/entries.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ChoiceFilter, ClearFilters, DayFilter } from '../../ui/form/filter-inputs.tsx'
import { Select } from '../../ui/form/select.tsx'
import { atPage } from '../../ui/list/list-view.ts'
import styles from './manage-list.module.css'
import { manageAddress, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'

interface ManageFiltersProps {
  readonly view: ManageView
  readonly onView: (view: ManageView) => void
}

/** What the list of entries is narrowed and sorted by. */
export function ManageFilters(filter: ManageFiltersProps) {
  const { view, onView } = filter
  const today = useToday()
  const changed = manageAddress(atPage(view, 1)) !== manageAddress(PLAIN_VIEW)
  const [open] = useState(changed)
  return (
    <Disclosure summary={filterText.summary} className={styles['filter']} open={open || undefined}>
      <form role="search" aria-label={filterText.label} onSubmit={(event) => event.preventDefault()}>
        <ChoiceFilter
          {...filter}
          label={filterText.show}
          name="state"
          all={filterText.live}
          values={['deleted']}
          textOf={() => filterText.deleted}
        />
        <ChoiceFilter
          {...filter}
          label={filterText.currency}
          name="currency"
          all={filterText.allCurrencies}
          values={CURRENCIES}
        />
        <ChoiceFilter
          {...filter}
          label={filterText.kind}
          name="kind"
          all={filterText.allKinds}
          values={RATE_KINDS}
          textOf={(kind) => KIND_NAMES[kind as RateKind]}
        />
        <DayFilter {...filter} label={filterText.from} name="from" max={view.to || today} />
        <DayFilter {...filter} label={filterText.to} name="to" min={view.from} max={today} />
        <Select
          label={filterText.sortBy}
          name="sort"
          values={Object.keys(filterText.orders) as (keyof typeof filterText.orders)[]}
          textOf={(order) => filterText.orders[order]}
          value={`${view.sort || 'entered'} ${view.direction || 'desc'}`}
          onValue={(chosen) => {
            const [order = '', way = ''] = chosen.split(' ')
            const { sort, direction } = readManageView(new URLSearchParams({ sort: order, direction: way }))
            onView({ ...view, sort, direction })
          }}
        />
        {changed && <ClearFilters onClear={() => onView(PLAIN_VIEW)}>{filterText.clear}</ClearFilters>}
      </form>
    </Disclosure>
  )
}
