import { calendarDateOf } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { publisherName, publishers } from '../../domain/series.ts'
import { capitalised } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { download } from '../download.ts'
import { useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Filters } from '../ui/form/filters.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { Menu } from '../ui/menu.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { dropPaging, type Parameters } from './audit-parameters.ts'
import styles from './audit-log.module.css'

interface AuditFiltersProps {
  readonly filter: Parameters
  readonly actions: readonly string[]
  /** `isTyping`: a keystroke of a search, which adds no history entry. */
  readonly onFilter: (filter: Parameters, isTyping: boolean) => void
}

export const auditUsersQuery = () => createQuery('audit-log', 'GET /api/audit-logs/users', {})

/** Customs rates are entered for days to come. */
const LAST_RATE_DAY = '2999-12-31'

export function AuditFilters({ filter, actions, onFilter }: AuditFiltersProps) {
  const text = t.auditTrail
  return (
    <Filters
      label={text.filters}
      values={filter}
      className={styles['filters'] ?? ''}
      data-screen-only
      onChange={({ entry, ...given }, isTyping) => {
        // `No. 128`, as screens and prints have it.
        const number = entry?.replace(/\D/g, '')
        onFilter(number ? { ...given, entry: number } : given, isTyping)
      }}
    >
      <Field label={text.search} name="search" type="search" placeholder={text.searchHint} />
      <Select
        label={text.action}
        name="action"
        values={withChosen(actions, filter['action'])}
        textOf={(value) => (value === '' ? text.allActions : capitalised(value))}
      />
      <MoreFilters filter={filter} />
      {Object.keys(filter).length > 0 && (
        <Button kind="link" onClick={() => onFilter({}, false)}>
          {text.clear}
        </Button>
      )}
    </Filters>
  )
}

const withChosen = (values: readonly string[], chosen = '') => [...new Set(['', chosen, ...values])]

function MoreFilters({ filter }: { readonly filter: Parameters }) {
  const today = useToday()
  const users = useResponse(auditUsersQuery()).data?.data ?? []
  const count = Object.keys(filter).filter((name) => name !== 'action' && name !== 'search').length
  const text = t.auditTrail
  const actors: Readonly<Record<string, string>> = { operator: text.operator, system: text.system }
  const day = (name: string, label: string, limits: { min?: string; max: string }) => (
    <Field label={label} name={name} type="date" {...limits} />
  )
  return (
    <Menu name={text.moreFilters({ count })}>
      <div className={`pairs ${styles['more']}`}>
        {day('rate_from', text.rateFrom, { max: LAST_RATE_DAY })}
        {day('rate_to', text.rateTo, { min: filter['rate_from'] ?? '', max: LAST_RATE_DAY })}
        {day('from', text.from, { max: filter['to'] ?? today })}
        {day('to', text.to, { min: filter['from'] ?? '', max: today })}
        <Select
          label={text.user}
          name="user"
          values={withChosen([...users, ...Object.keys(actors)], filter['user'])}
          textOf={(value) => (value === '' ? text.allUsers : (actors[value] ?? value))}
        />
        <Select
          label={text.currency}
          name="currency"
          values={withChosen(currencies(), filter['currency'])}
          textOf={(value) => (value === '' ? text.allCurrencies : value)}
        />
        {publishers().length > 0 && (
          <Select
            label={t.banks.label}
            name="publisher"
            values={['', ...publishers().map(({ id }) => id)]}
            textOf={(id) => (id === '' ? text.allBanks : publisherName(id))}
          />
        )}
        <Field
          label={text.entry}
          name="entry"
          type="search"
          inputMode="numeric"
          placeholder={text.entryHint}
        />
      </div>
    </Menu>
  )
}

const FORMATS = ['csv', 'jsonl'] as const

export function AuditExport({ parameters }: { parameters: Parameters }) {
  const filter = dropPaging(parameters)
  const exporting = useAction(async (format: (typeof FORMATS)[number]) => {
    const query = { ...(filter as object), format }
    await download('GET /api/audit-logs/export', { query }, `audit-trail.${format}`)
  })
  return (
    <div>
      <p data-paper-only>{filterText(filter)}</p>
      <Menu name={t.auditTrail.export}>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            data-closes=""
            disabled={exporting.busy}
            onClick={() => void exporting.run(format)}
          >
            {t.auditTrail.formats[format]}
          </button>
        ))}
      </Menu>
      {exporting.busy && <span role="status">{t.auditTrail.preparing}</span>}
      <FailureNotice error={exporting.error} />
    </div>
  )
}

/** `Rate day from: 20 Nov 2026. User: nimal@example.lk.` */
function filterText(filter: Parameters): string {
  const names: Readonly<Record<string, string>> = {
    entry: t.auditTrail.entry,
    action: t.auditTrail.action,
    search: t.auditTrail.search,
    from: t.auditTrail.from,
    to: t.auditTrail.to,
    user: t.auditTrail.user,
    rate_from: t.auditTrail.rateFrom,
    rate_to: t.auditTrail.rateTo,
    currency: t.auditTrail.currency,
    publisher: t.banks.label,
  }
  const text = (value: string) =>
    /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(calendarDateOf(value)) : value
  return Object.entries(filter)
    .map(([name, value]) => `${names[name] ?? name}: ${text(value)}.`)
    .join(' ')
}
