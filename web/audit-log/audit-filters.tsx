import { useState } from 'react'
import { CURRENCIES } from '../../domain/currency.ts'
import { publisherName, publishers } from '../../domain/publisher.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import cardStyles from '../ui/card.module.css'
import { classNames } from '../ui/class-names.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ChoiceFilter, ClearFilters, DayFilter, TextFilter } from '../ui/form/filter-inputs.tsx'
import styles from './audit-log.module.css'
import { auditUsersQuery, NO_FILTER, type AuditView } from './audit-queries.ts'
import { t } from '../../text/sentences.ts'

interface FilterProps {
  readonly view: AuditView
  /** `typing`: one more character of a search, not a step to come back to. */
  readonly onView: (view: AuditView, typing?: boolean) => void
}

interface AuditFiltersProps extends FilterProps {
  /** The actions in the trail. */
  readonly actions: readonly string[]
}

/** What the timeline is narrowed by. */
export function AuditFilters({ actions, ...filter }: AuditFiltersProps) {
  const { view, onView } = filter
  const chosen = Object.entries(view).filter(([, value]) => value !== '')
  const [more] = useState(() => chosen.some(([name]) => name !== 'action' && name !== 'search'))
  return (
    <form
      role="search"
      aria-label={t.auditTrail.filters}
      className={classNames(cardStyles['card'], styles['filters'])}
      data-screen-only
      onSubmit={(event) => event.preventDefault()}
    >
      <ChoiceFilter
        {...filter}
        label={t.auditTrail.action}
        name="action"
        all={t.auditTrail.allActions}
        values={actions}
      />
      <TextFilter
        {...filter}
        label={t.auditTrail.search}
        name="search"
        placeholder={t.auditTrail.searchHint}
      />
      <Disclosure summary={t.auditTrail.moreFilters} open={more || undefined}>
        <MoreFilters {...filter} />
      </Disclosure>
      {chosen.length > 0 && (
        <div className={styles['reset']}>
          <ClearFilters onClear={() => onView(NO_FILTER)}>{t.auditTrail.clear}</ClearFilters>
        </div>
      )}
    </form>
  )
}

/** The number in `No. 128`, as screens and prints have it. */
const entryNumber = (text: string) => (text === '' ? '' : /^\D*([1-9]\d{0,8})\D*$/.exec(text)?.[1])

/** A rate may be of days to come, such as a week of customs rates. */
const LAST_RATE_DAY = '2999-12-31'

/** The filters that are seldom used. */
function MoreFilters(filter: FilterProps) {
  const { view, onView } = filter
  const today = useToday()
  const users = useResponse(auditUsersQuery()).data?.data ?? []
  // Mostly the rates of one day are looked for, so choosing the first day chooses the last with it.
  const toRateDays = ({ rate_from, rate_to, ...rest }: AuditView) =>
    onView({
      ...rest,
      rate_from,
      rate_to: rate_from !== '' && rate_to < rate_from ? rate_from : rate_to,
    })
  return (
    <div className={styles['more']}>
      <DayFilter
        view={view}
        onView={toRateDays}
        label={t.auditTrail.rateFrom}
        name="rate_from"
        max={LAST_RATE_DAY}
      />
      <DayFilter
        {...filter}
        label={t.auditTrail.rateTo}
        name="rate_to"
        min={view.rate_from}
        max={LAST_RATE_DAY}
      />
      <DayFilter {...filter} label={t.auditTrail.from} name="from" max={view.to || today} />
      <DayFilter {...filter} label={t.auditTrail.to} name="to" min={view.from} max={today} />
      <ChoiceFilter
        {...filter}
        label={t.auditTrail.user}
        name="user"
        all={t.auditTrail.allUsers}
        values={users}
      />
      <ChoiceFilter
        {...filter}
        label={t.auditTrail.currency}
        name="currency"
        all={t.auditTrail.allCurrencies}
        values={CURRENCIES}
      />
      {publishers().length > 0 && (
        <ChoiceFilter
          {...filter}
          label={t.auditTrail.bank}
          name="publisher"
          all={t.auditTrail.allBanks}
          values={publishers().map(({ id }) => id)}
          textOf={publisherName}
        />
      )}
      <TextFilter
        {...filter}
        label={t.auditTrail.entry}
        name="entry"
        inputMode="numeric"
        placeholder={t.auditTrail.entryHint}
        read={entryNumber}
      />
    </div>
  )
}
