import { useState } from 'react'
import { addDays } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/entry-window.ts'
import { DEFAULT_KIND, isRateKind, RATE_KINDS } from '../../domain/series.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../text/en/names.ts'
import { useResponse } from '../queries.ts'
import { usePlace } from '../router.tsx'
import { entryText } from '../text/en/work/entries.ts'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/form/select.tsx'
import { entryRate } from './entry-name.ts'
import { dayQuery } from './entry-queries.ts'
import { WarningDialog } from './warning-dialog.tsx'
import layout from '../ui/form/form.module.css'
import type { EntryPlace, ManualRateEntry } from './manual-rate-entry.ts'
import { RateInput } from './rate-input.tsx'
import { SavedNotice } from './saved-notice.tsx'

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
      values={CURRENCIES}
      textOf={(code) => `${code} – ${CURRENCY_NAMES[code]}`}
      defaultValue={entry.values[name] ?? CURRENCIES[0]}
      errors={entry.errors['base_currency'] ?? entry.errors['currency']}
    />
  )
}

/** The kind of an entry: that of a link that leads here, else the indicative one. */
export function KindField({ entry }: EntryFieldProps) {
  const linked = usePlace().search.get('kind') ?? ''
  return (
    <Select
      label={entryText.kind}
      name="kind"
      values={RATE_KINDS}
      textOf={(kind) => KIND_NAMES[kind]}
      defaultValue={entry.values['kind'] ?? (isRateKind(linked) ? linked : DEFAULT_KIND)}
      errors={entry.errors['kind']}
    />
  )
}

/** The rate of an entry. */
export function RateField({ entry, placeholder }: EntryFieldProps & { placeholder: string }) {
  const [unclear, setUnclear] = useState<string>()
  return (
    <Field
      label={entryText.rate}
      name="rate"
      errors={unclear === undefined ? entry.errors['rate'] : [unclear]}
    >
      {(control) => (
        <RateInput
          {...control}
          placeholder={placeholder}
          defaultValue={entry.values['rate']}
          onUnclear={setUnclear}
        />
      )}
    </Field>
  )
}

/** The day of an entry: from 90 days before today to today, which it is at first. */
export function DateField({ entry, hint }: EntryFieldProps & { hint?: string }) {
  return (
    <Field label={entryText.date} name="date" hint={hint} errors={entry.errors['date']}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={addDays(entry.today, -ENTRY_WINDOW_DAYS)}
          max={entry.today}
          defaultValue={entry.values['date'] ?? entry.today}
          required
        />
      )}
    </Field>
  )
}

/** The old rate beside the new one, before it is saved: only where the day has an entry already. */
function ReplacedRate({ place }: { place: EntryPlace }) {
  const { data } = useResponse(dayQuery(place))
  const entry = data?.data.rates.find(({ currency }) => currency === place.currency)?.entry
  if (!entry) return null
  return (
    <p role="status" className="fine-print">
      {entryText.replaces(place.date, entryRate(entry), entry.updated_by)}
    </p>
  )
}

/** What an entry would replace and what became of it, below its form. */
export function EntryOutcome({ entry }: EntryFieldProps) {
  return (
    <div className={layout['outcome']}>
      {entry.place && <ReplacedRate place={entry.place} />}
      {entry.error && <Notice kind="error">{entry.error.message}</Notice>}
      <SavedNotice saved={entry.saved} />
      {entry.warning && <WarningDialog warning={entry.warning} />}
    </div>
  )
}
