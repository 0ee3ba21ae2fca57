import { useState } from 'react'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { CURRENCIES, isCurrency } from '../../../domain/currency.ts'
import { isRateKind, RATE_KINDS } from '../../../domain/series.ts'
import { KIND_NAMES } from '../../../text/en/names.ts'
import { useToday } from '../../page-context.ts'
import { filterText } from '../../text/en/work/entries.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DayInput } from '../../ui/form/day-input.tsx'
import { ClearFilters } from '../../ui/form/filter-inputs.tsx'
import { Select } from '../../ui/form/select.tsx'
import styles from './manage-list.module.css'
import { manageAddress, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'

const ORDERS = Object.entries(filterText.orders).map(([value, text]) => ({ value, text }))

interface ManageFiltersProps {
  readonly view: ManageView
  readonly onView: (view: ManageView) => void
}

/** What the list of entries is narrowed and sorted by. */
export function ManageFilters({ view, onView }: ManageFiltersProps) {
  const changed = manageAddress({ ...view, page: 1 }) !== manageAddress(PLAIN_VIEW)
  const [open] = useState(changed)
  const change = (part: Partial<ManageView>) => onView({ ...view, ...part, page: 1 })
  return (
    <Disclosure summary={filterText.summary} className={styles['filter']} open={open || undefined}>
      <form role="search" aria-label={filterText.label} onSubmit={(event) => event.preventDefault()}>
        <StateFilters view={view} onView={onView} />
        <DayFilters view={view} onView={onView} />
        <Select
          label={filterText.sortBy}
          name="sort"
          options={ORDERS}
          value={`${view.sort} ${view.direction}`}
          onChange={({ target }) => {
            const [order = '', way = ''] = target.value.split(' ')
            const { sort, direction } = readManageView(new URLSearchParams({ sort: order, direction: way }))
            change({ sort, direction })
          }}
        />
        {changed && <ClearFilters onClear={() => onView(PLAIN_VIEW)}>{filterText.clear}</ClearFilters>}
      </form>
    </Disclosure>
  )
}

function StateFilters({ view, onView }: ManageFiltersProps) {
  const change = (part: Partial<ManageView>) => onView({ ...view, ...part, page: 1 })
  return (
    <>
      <Select
        label={filterText.show}
        name="deleted"
        options={[
          { value: 'false', text: filterText.live },
          { value: 'true', text: filterText.deleted },
        ]}
        value={String(view.deleted)}
        onChange={({ target }) => change({ deleted: target.value === 'true' })}
      />
      <Select
        label={filterText.currency}
        name="only"
        options={[
          { value: '', text: filterText.allCurrencies },
          ...CURRENCIES.map((code) => ({ value: code, text: code })),
        ]}
        value={view.currency}
        onChange={({ target }) => change({ currency: isCurrency(target.value) ? target.value : '' })}
      />
      <Select
        label={filterText.kind}
        name="only_kind"
        options={[
          { value: '', text: filterText.allKinds },
          ...RATE_KINDS.map((kind) => ({ value: kind, text: KIND_NAMES[kind] })),
        ]}
        value={view.kind}
        onChange={({ target }) => change({ kind: isRateKind(target.value) ? target.value : '' })}
      />
    </>
  )
}

function DayFilters({ view, onView }: ManageFiltersProps) {
  const today = useToday()
  const { from, to } = view
  const day = (text: string) => (isCalendarDate(text) ? text : '')
  const change = (part: Partial<ManageView>) => onView({ ...view, ...part, page: 1 })
  return (
    <>
      <DayInput
        label={filterText.from}
        name="from"
        max={to || today}
        value={from}
        onDay={(text) => change({ from: day(text) })}
      />
      <DayInput
        label={filterText.to}
        name="to"
        min={from}
        max={today}
        value={to}
        onDay={(text) => change({ to: day(text) })}
      />
    </>
  )
}
