import { useRef, type ComponentProps } from 'react'
import { addDays, isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { CUSTOMS } from '../text/en/work/customs.ts'
import { Button } from '../ui/button.tsx'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useFormDraft, type FormDraft } from '../ui/form/form-draft.ts'
import styles from './customs-page.module.css'

interface ScheduleFormProps {
  readonly form: ComponentProps<'form'>
  readonly errors: FieldErrors
  /** While a schedule is being entered, when no other is taken. */
  readonly closed: boolean
  readonly onInput: () => void
}

/** Under which name a typed schedule is kept until it is entered. */
export const SCHEDULE_DRAFT = 'customs schedule'

/** A schedule as it is typed: its days, where they stand, and a rate of each currency. */
export function ScheduleForm({ form, errors, closed, onInput }: ScheduleFormProps) {
  const draft = useFormDraft(SCHEDULE_DRAFT)
  return (
    <form
      {...form}
      className="fields"
      onInput={({ currentTarget }) => {
        draft.keep(currentTarget)
        onInput()
      }}
    >
      <WeekFields typed={draft.values} errors={errors} />
      <RateFields typed={draft.values} errors={errors} />
      <div className="buttons">
        <Button type="submit" kind="quiet" disabled={closed}>
          {CUSTOMS.check}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  /** What they hold at first, by name. */
  readonly typed: FormDraft['values']
  readonly errors: FieldErrors
}

/** The days of effect and where they stand. A first day proposes the end of its week. */
function WeekFields({ typed, errors }: FieldsProps) {
  const last = useRef<HTMLInputElement>(null)
  const propose = (first: string) => {
    if (last.current?.value === '' && isCalendarDate(first)) last.current.value = addDays(first, 6)
  }
  return (
    <div className={styles['fields']}>
      <Field label={CUSTOMS.firstDay} name="first_day" errors={errors['first_day']}>
        {(control) => (
          <input
            {...control}
            type="date"
            defaultValue={typed[control.name]}
            onBlur={({ target }) => propose(target.value)}
          />
        )}
      </Field>
      <Field label={CUSTOMS.lastDay} name="last_day" errors={errors['last_day']}>
        {(control) => <input {...control} ref={last} type="date" defaultValue={typed[control.name]} />}
      </Field>
      <Field label={CUSTOMS.gazette} name="gazette" hint={CUSTOMS.gazetteHint} errors={errors['gazette']}>
        {(control) => (
          <input {...control} defaultValue={typed[control.name]} maxLength={MAX_GAZETTE} autoComplete="off" />
        )}
      </Field>
      <Field label={CUSTOMS.document} name="document" hint={CUSTOMS.documentHint} errors={errors['document']}>
        {(control) => (
          <input
            {...control}
            type="url"
            defaultValue={typed[control.name]}
            maxLength={MAX_DOCUMENT}
            placeholder={CUSTOMS.documentPlaceholder}
            autoComplete="off"
          />
        )}
      </Field>
    </div>
  )
}

/** A rate of each currency. */
function RateFields({ typed, errors }: FieldsProps) {
  return (
    <div className={styles['fields']}>
      {CURRENCIES.map((currency) => (
        <Field key={currency} label={CUSTOMS.rate(currency)} name={currency} errors={errors[currency]}>
          {(control) => (
            <input
              {...control}
              defaultValue={typed[currency]}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
            />
          )}
        </Field>
      ))}
    </div>
  )
}
