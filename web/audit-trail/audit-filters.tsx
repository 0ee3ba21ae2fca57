import { useEffect, useRef, useState } from 'react'
import { CURRENCIES } from '../../domain/currency.ts'
import { useToday } from '../page-data.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import styles from './audit-trail.module.css'
import { NO_FILTER, type AuditFilter } from './audit-view.ts'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  /** The actions in the trail. */
  readonly actions: readonly string[]
  /** `typing`: one more letter of a search, not a step to come back to. */
  readonly onFilter: (filter: AuditFilter, typing?: boolean) => void
}

/** What the timeline is narrowed by. */
export function AuditFilters({ filter, actions, onFilter }: AuditFiltersProps) {
  const today = useToday()
  const known =
    filter.action === '' || actions.includes(filter.action) ? actions : [filter.action, ...actions]
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part })
  const filtered = Object.values(filter).some((value) => value !== '')
  return (
    <form
      role="search"
      aria-label="Audit trail"
      className={styles['filters']}
      onSubmit={(event) => event.preventDefault()}
    >
      <Select
        label="Action"
        name="action"
        options={[
          { value: '', text: 'All Actions' },
          ...known.map((action) => ({ value: action, text: action })),
        ]}
        value={filter.action}
        onChange={(event) => change({ action: event.target.value })}
      />
      <div className={styles['search']}>
        <PausedInput
          label="Search"
          name="search"
          type="search"
          placeholder="Search descriptions..."
          value={filter.search}
          onPause={(search) => onFilter({ ...filter, search }, filter.search !== '')}
        />
      </div>
      <DayInput
        label="From"
        name="from"
        max={filter.to || today}
        value={filter.from}
        onDay={(from) => change({ from })}
      />
      <DayInput
        label="To"
        name="to"
        min={filter.from}
        max={today}
        value={filter.to}
        onDay={(to) => change({ to })}
      />
      <PausedInput
        label="Person"
        name="user"
        type="email"
        placeholder="Whole e-mail address"
        value={filter.user}
        onPause={(user) => onFilter({ ...filter, user }, filter.user !== '')}
      />
      <Select
        label="Currency"
        name="currency"
        options={[
          { value: '', text: 'All currencies' },
          ...CURRENCIES.map((code) => ({ value: code, text: code })),
        ]}
        value={filter.currency}
        onChange={(event) => change({ currency: event.target.value })}
      />
      {filtered && (
        <div className={styles['reset']}>
          <Button kind="link" onClick={() => onFilter(NO_FILTER)}>
            Clear filters
          </Button>
        </div>
      )}
    </form>
  )
}

const PAUSE_MS = 300

interface PausedInputProps {
  readonly label: string
  readonly name: string
  readonly type: 'search' | 'email'
  readonly placeholder: string
  readonly value: string
  readonly onPause: (value: string) => void
}

/** A text that counts once the typing pauses; a value from outside (back, forward, a link) replaces what stands in it. */
function PausedInput({ label, name, value, onPause, ...props }: PausedInputProps) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const told = useRef(value)
  if (value !== given) {
    setGiven(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    const text = typed.trim()
    if (text === value) {
      told.current = text
      return
    }
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onPause(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Field label={label} name={name}>
      {(control) => (
        <input
          {...control}
          {...props}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  )
}

interface DayInputProps {
  readonly label: string
  readonly name: string
  readonly min?: string
  readonly max: string
  readonly value: string
  readonly onDay: (day: string) => void
}

/**
 * A day that counts once it is whole and possible: a native date input reports half-typed days too, so it is left to itself
 * until it loses the focus, Enter is pressed, or a day is chosen out of its calendar.
 */
function DayInput({ label, name, min = '', max, value, onDay }: DayInputProps) {
  return (
    <Field label={label} name={name}>
      {(control) => (
        <input
          // The field belongs to the browser while it is typed in; another value from outside makes a new one.
          key={value}
          {...control}
          type="date"
          min={min}
          max={max}
          defaultValue={value}
          onBlur={({ target }) => {
            if (target.value !== value && target.validity.valid) onDay(target.value)
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur()
          }}
        />
      )}
    </Field>
  )
}
