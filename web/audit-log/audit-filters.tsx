import { useState } from 'react'
import { CURRENCIES } from '../../domain/currency.ts'
import { useToday } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { PausedInput } from '../ui/form/filter-inputs.tsx'
import { Select } from '../ui/form/select.tsx'
import styles from './audit-log.module.css'
import { NO_FILTER, type AuditFilter } from './audit-view.ts'
import { auditTrailText } from '../text/en/audit-log.ts'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  /** The actions in the trail. */
  readonly actions: readonly string[]
  /** `typing`: one more character of a search, not a step to come back to. */
  readonly onFilter: (filter: AuditFilter, typing?: boolean) => void
}

/** What the timeline is narrowed by. */
export function AuditFilters({ filter, actions, onFilter }: AuditFiltersProps) {
  const known =
    filter.action === '' || actions.includes(filter.action) ? actions : [filter.action, ...actions]
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part })
  const [more] = useState(() => [filter.from, filter.to, filter.user, filter.currency].some(Boolean))
  const filtered = Object.values(filter).some((value) => value !== '')
  return (
    <form
      role="search"
      aria-label={auditTrailText.filters}
      className={styles['filters']}
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label={auditTrailText.action}
        name="action"
        options={[
          { value: '', text: auditTrailText.allActions },
          ...known.map((action) => ({ value: action, text: action })),
        ]}
        value={filter.action}
        onChange={(event) => change({ action: event.target.value })}
      />
      <PausedInput
        label={auditTrailText.search}
        name="search"
        type="search"
        placeholder={auditTrailText.searchHint}
        value={filter.search}
        onPause={(search) => onFilter({ ...filter, search }, filter.search !== '')}
      />
      <Disclosure summary={auditTrailText.moreFilters} open={more || undefined}>
        <MoreFilters filter={filter} onFilter={onFilter} />
      </Disclosure>
      {filtered && (
        <div className={styles['reset']}>
          <Button kind="link" onClick={() => onFilter(NO_FILTER)}>
            {auditTrailText.clear}
          </Button>
        </div>
      )}
    </form>
  )
}

/** The filters that are seldom used. */
function MoreFilters({ filter, onFilter }: Omit<AuditFiltersProps, 'actions'>) {
  const today = useToday()
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part })
  return (
    <div className={styles['more']}>
      <DayInput
        label={auditTrailText.from}
        name="from"
        max={filter.to || today}
        value={filter.from}
        onDay={(from) => change({ from })}
      />
      <DayInput
        label={auditTrailText.to}
        name="to"
        min={filter.from}
        max={today}
        value={filter.to}
        onDay={(to) => change({ to })}
      />
      <PausedInput
        label={auditTrailText.user}
        name="user"
        type="email"
        placeholder={auditTrailText.userHint}
        value={filter.user}
        onPause={(user) => onFilter({ ...filter, user }, filter.user !== '')}
      />
      <Select
        label={auditTrailText.currency}
        name="currency"
        options={[
          { value: '', text: auditTrailText.allCurrencies },
          ...CURRENCIES.map((code) => ({ value: code, text: code })),
        ]}
        value={filter.currency}
        onChange={(event) => change({ currency: event.target.value })}
      />
    </div>
  )
}
