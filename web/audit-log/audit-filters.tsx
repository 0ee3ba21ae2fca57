import { useState } from 'react'
import { CURRENCIES } from '../../domain/currency.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { ClearFilters, PausedInput } from '../ui/form/filter-inputs.tsx'
import { Select } from '../ui/form/select.tsx'
import styles from './audit-log.module.css'
import { auditUsersQuery } from './audit-queries.ts'
import { NO_FILTER, type AuditFilter } from './audit-view.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'

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
  const [more] = useState(() =>
    Object.entries(filter).some(([name, value]) => value !== '' && name !== 'action' && name !== 'search'),
  )
  const filtered = Object.values(filter).some((value) => value !== '')
  return (
    <form
      role="search"
      aria-label={auditTrailText.filters}
      className={styles['filters']}
      data-screen-only
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
          <ClearFilters onClear={() => onFilter(NO_FILTER)}>{auditTrailText.clear}</ClearFilters>
        </div>
      )}
    </form>
  )
}

/** The filters that are seldom used. */
function MoreFilters({ filter, onFilter }: Omit<AuditFiltersProps, 'actions'>) {
  const today = useToday()
  const users = useResponse(auditUsersQuery()).data?.data ?? []
  const known = filter.user === '' || users.includes(filter.user) ? users : [filter.user, ...users]
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part })
  const choices = (all: string, values: readonly string[]) => [
    { value: '', text: all },
    ...values.map((value) => ({ value, text: value })),
  ]
  return (
    <div className={styles['more']}>
      <RateDays filter={filter} onFilter={onFilter} />
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
      <Select
        label={auditTrailText.user}
        name="user"
        options={choices(auditTrailText.allUsers, known)}
        value={filter.user}
        onChange={(event) => change({ user: event.target.value })}
      />
      <Select
        label={auditTrailText.currency}
        name="currency"
        options={choices(auditTrailText.allCurrencies, CURRENCIES)}
        value={filter.currency}
        onChange={(event) => change({ currency: event.target.value })}
      />
      <PausedInput
        label={auditTrailText.entry}
        name="entry"
        type="search"
        inputMode="numeric"
        placeholder={auditTrailText.entryHint}
        value={filter.entry}
        onPause={(entry) => {
          if (/^(?:[1-9]\d{0,8})?$/.test(entry)) onFilter({ ...filter, entry }, filter.entry !== '')
        }}
      />
    </div>
  )
}

/** A rate may be of days to come, such as a week of customs rates. */
const LAST_RATE_DAY = '2999-12-31'

/** The days of the rates that were changed. Mostly one is looked for, so choosing the first chooses the last with it. */
function RateDays({ filter, onFilter }: Omit<AuditFiltersProps, 'actions'>) {
  const { rate_from: from, rate_to: to } = filter
  return (
    <>
      <DayInput
        label={auditTrailText.rateFrom}
        name="rate_from"
        max={LAST_RATE_DAY}
        value={from}
        onDay={(day) => onFilter({ ...filter, rate_from: day, rate_to: day !== '' && to < day ? day : to })}
      />
      <DayInput
        label={auditTrailText.rateTo}
        name="rate_to"
        min={from}
        max={LAST_RATE_DAY}
        value={to}
        onDay={(day) => onFilter({ ...filter, rate_to: day })}
      />
    </>
  )
}
