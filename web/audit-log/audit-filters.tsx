import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { readDay } from '../../domain/day-text.ts'
import { capitalised } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import {
  Filters,
  ChoiceFilter,
  ClearFilters,
  DayFilter,
  TextFilter,
} from '../ui/form/filter-inputs.tsx'
import { classNames } from '../ui/class-names.ts'
import { Menu } from '../ui/menu.tsx'
import { auditUsersQuery, mayLeaveOutSystem, NO_FILTER, type AuditView } from './audit-queries.ts'
import styles from './audit-log.module.css'

interface FilterProps {
  readonly view: AuditView
  /** `typing`: one more character of a search, not a step to come back to. */
  readonly onView: (view: AuditView, typing?: boolean) => void
}

interface AuditFiltersProps extends FilterProps {
  /** The actions in the trail. */
  readonly actions: readonly string[]
  /** Whether they can be cleared here; where nothing is found, the list has the button. */
  readonly mayClear: boolean
}

/** What the timeline is narrowed by. */
export function AuditFilters({ actions, mayClear, ...filter }: AuditFiltersProps) {
  const { view, onView } = filter
  const { action, search, ...others } = view
  const more = Object.values(others).filter((value) => value !== '').length
  const day = readDay(search, 'day first')
  return (
    <>
      <Filters aria-label={t.auditTrail.filters} className={styles['filters']} data-screen-only>
        <TextFilter
          {...filter}
          label={t.auditTrail.search}
          name="search"
          placeholder={t.auditTrail.searchHint}
        />
        <ChoiceFilter
          {...filter}
          label={t.auditTrail.action}
          name="action"
          all={t.auditTrail.allActions}
          values={actions}
          textOf={capitalised}
        />
        <Menu name={t.auditTrail.moreFilters({ count: more })}>
          <MoreFilters {...filter} />
        </Menu>
        {mayClear && (more > 0 || action !== '' || search !== '') && (
          <ClearFilters onClear={() => onView(NO_FILTER)}>{t.auditTrail.clear}</ClearFilters>
        )}
      </Filters>
      {'date' in day && <WaysToDay date={day.date} onView={onView} />}
    </>
  )
}

interface WaysToDayProps extends Pick<FilterProps, 'onView'> {
  readonly date: CalendarDate
}

/** A day that is searched for is that of rates too, which an import does not name, and of acts. */
function WaysToDay({ date, onView }: WaysToDayProps) {
  return (
    <p className="buttons" data-screen-only>
      <Button kind="link" onClick={() => onView({ ...NO_FILTER, rate_from: date, rate_to: date })}>
        {t.auditTrail.ratesOfDay({ date })}
      </Button>
      <Button kind="link" onClick={() => onView({ ...NO_FILTER, from: date, to: date })}>
        {t.auditTrail.doneOnDay({ date })}
      </Button>
    </p>
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
    <div className={classNames('pairs', styles['more'])}>
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
        values={currencies()}
      />
      <BankSelect
        none={t.auditTrail.allBanks}
        value={filter.view.publisher}
        onValue={(publisher) => filter.onView({ ...filter.view, publisher })}
      />
      <TextFilter
        {...filter}
        label={t.auditTrail.entry}
        name="entry"
        inputMode="numeric"
        placeholder={t.auditTrail.entryHint}
        read={entryNumber}
      />
      {mayLeaveOutSystem(view) && <SystemEvents {...filter} />}
    </div>
  )
}

/** Whether the server's own acts are listed too. */
function SystemEvents({ view, onView }: FilterProps) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={view.acts === 'all'}
        onChange={({ target }) => onView({ ...view, acts: target.checked ? 'all' : '' })}
      />
      {t.auditTrail.systemActs}
    </label>
  )
}
