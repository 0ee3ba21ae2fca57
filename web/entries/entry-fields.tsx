import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/entry-window.ts'
import { DEFAULT_KIND, isRateKind, RATE_KINDS } from '../../domain/series.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../text/en/names.ts'
import { useSearch } from '../router.tsx'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/form/select.tsx'
import { WarningDialog } from './warning-dialog.tsx'
import styles from './entry-form.module.css'
import type { ManualRateEntry } from './manual-rate-entry.ts'

const CHOICES = CURRENCIES.map((code) => ({ value: code, text: `${code} – ${CURRENCY_NAMES[code]}` }))

interface EntryFieldProps {
  readonly entry: ManualRateEntry
}

/** The currency of an entry, under one of its two names. */
export function CurrencyField(
  props: EntryFieldProps & { label: string; name: 'currency' | 'base_currency' },
) {
  const { entry, label, name } = props
  return (
    <Select
      label={label}
      name={name}
      options={CHOICES}
      defaultValue={entry.values[name] ?? CURRENCIES[0]}
      errors={entry.errors['base_currency'] ?? entry.errors['currency']}
    />
  )
}

const KINDS = RATE_KINDS.map((kind) => ({ value: kind, text: KIND_NAMES[kind] }))

/** The kind of an entry: that of a link that leads here, else the indicative one. */
export function KindField({ entry }: EntryFieldProps) {
  const linked = new URLSearchParams(useSearch()).get('kind') ?? ''
  return (
    <Select
      label="Kind"
      name="kind"
      options={KINDS}
      defaultValue={entry.values['kind'] ?? (isRateKind(linked) ? linked : DEFAULT_KIND)}
      errors={entry.errors['kind']}
    />
  )
}

/** The day of an entry: from 90 days before today to today, which it is at first. */
export function DateField({ entry, hint }: EntryFieldProps & { hint?: string }) {
  return (
    <Field label="Date" name="date" hint={hint} errors={entry.errors['date']}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={firstOpenDay(entry.today)}
          max={entry.today}
          defaultValue={entry.values['date'] ?? entry.today}
          required
        />
      )}
    </Field>
  )
}

/** What became of an entry, below its form. */
export function EntryOutcome({ entry }: EntryFieldProps) {
  return (
    <div className={styles['outcome']}>
      {entry.error && <Notice kind="error">{entry.error.message}</Notice>}
      {entry.saved !== undefined && <Notice kind="success">{entry.saved}</Notice>}
      {entry.warning && <WarningDialog warning={entry.warning} />}
    </div>
  )
}

function firstOpenDay(today: CalendarDate): CalendarDate {
  return addDays(today, -ENTRY_WINDOW_DAYS)
}
