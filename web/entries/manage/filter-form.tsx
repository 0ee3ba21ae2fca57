import { currencies } from '../../../domain/currency.ts'
import { RATE_KINDS, type RateKind } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { useToday } from '../../page-context.ts'
import { BankSelect } from '../../ui/form/bank-select.tsx'
import { Filters, ChoiceFilter, ClearFilters, DayFilter } from '../../ui/form/filter-inputs.tsx'
import { Select } from '../../ui/form/select.tsx'
import { isFiltered, PLAIN_VIEW, readManageView, type ManageView } from './manage-view.ts'

export interface FilterFormProps {
  readonly view: ManageView
  readonly onView: (view: ManageView) => void
}

/** What the list of entries is narrowed and sorted by. */
export default function FilterForm(filter: FilterFormProps) {
  const { view, onView } = filter
  const today = useToday()
  return (
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
          const [order = '', way = ''] = chosen.split(' ')
          const { sort, direction } = readManageView(
            new URLSearchParams({ sort: order, direction: way }),
          )
          onView({ ...view, sort, direction })
        }}
      />
      {isFiltered(view) && (
        <ClearFilters onClear={() => onView({ ...PLAIN_VIEW, state: view.state })}>
          {t.filter.clear}
        </ClearFilters>
      )}
    </Filters>
  )
}
