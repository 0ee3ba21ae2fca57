import { useState } from 'react'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, isCurrency } from '../../domain/currency.ts'
import { useToday } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/select.tsx'
import styles from './manage-list.module.css'
import { manageAddress, PLAIN_VIEW, type ManageView } from './manage-view.ts'

const ORDERS = [
  { sort: 'entered', direction: 'desc', text: 'Last entered first' },
  { sort: 'entered', direction: 'asc', text: 'First entered first' },
  { sort: 'date', direction: 'desc', text: 'Newest day first' },
  { sort: 'date', direction: 'asc', text: 'Oldest day first' },
  { sort: 'currency', direction: 'asc', text: 'Currency' },
  { sort: 'rate', direction: 'desc', text: 'Highest rate first' },
  { sort: 'rate', direction: 'asc', text: 'Lowest rate first' },
] as const
const orderOf = ({ sort, direction }: Pick<ManageView, 'sort' | 'direction'>) => `${sort} ${direction}`

interface ManageFiltersProps {
  readonly view: ManageView
  readonly onView: (view: ManageView) => void
}

/** What the list of entries is narrowed and sorted by. */
export function ManageFilters({ view, onView }: ManageFiltersProps) {
  const { currency, deleted } = view
  const changed = manageAddress({ ...view, page: 1 }) !== manageAddress(PLAIN_VIEW)
  const [open] = useState(changed)
  const change = (part: Partial<ManageView>) => onView({ ...view, ...part, page: 1 })
  return (
    <Disclosure summary="Filter and sort" className={styles['filter']} open={open || undefined}>
      <form role="search" aria-label="Entries" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Show"
          name="deleted"
          options={[
            { value: 'false', text: 'Live entries' },
            { value: 'true', text: 'Deleted entries' },
          ]}
          value={String(deleted)}
          onChange={({ target }) => change({ deleted: target.value === 'true' })}
        />
        <Select
          label="Only"
          name="only"
          options={[
            { value: '', text: 'All currencies' },
            ...CURRENCIES.map((code) => ({ value: code, text: code })),
          ]}
          value={currency}
          onChange={({ target }) => change({ currency: isCurrency(target.value) ? target.value : '' })}
        />
        <DayFilters view={view} onView={onView} />
        <Select
          label="Sort by"
          name="sort"
          options={ORDERS.map((order) => ({ value: orderOf(order), text: order.text }))}
          value={orderOf(view)}
          onChange={({ target }) => {
            const chosen = ORDERS.find((order) => orderOf(order) === target.value)
            if (chosen) change({ sort: chosen.sort, direction: chosen.direction })
          }}
        />
        {changed && (
          <Button kind="link" onClick={() => onView(PLAIN_VIEW)}>
            Clear
          </Button>
        )}
      </form>
    </Disclosure>
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
        label="From"
        name="from"
        max={to || today}
        value={from}
        onDay={(text) => change({ from: day(text) })}
      />
      <DayInput
        label="To"
        name="to"
        min={from}
        max={today}
        value={to}
        onDay={(text) => change({ to: day(text) })}
      />
    </>
  )
}
