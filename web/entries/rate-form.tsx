import { useState, type ReactNode } from 'react'
import { addDays, isCalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY } from '../../domain/currency.ts'
import { ENTRY_WINDOW_DAYS } from '../../domain/rate-warnings.ts'
import { unitsName } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { focusConflict } from './rate-conflict.tsx'
import { RateInput } from './rate-input.tsx'
import type { RateFormState } from './use-rate-form.ts'
import layout from '../ui/form/form.module.css'
import { WarningDialog } from './warning-dialog.tsx'

/** A field, by the name that the specification gives it. */
type FieldName = 'base_currency' | 'currency' | 'target_currency' | 'rate' | 'date'

interface RateFormProps {
  readonly state: RateFormState
  /** In their order. */
  readonly fields: readonly FieldName[]
  readonly texts: {
    /** Left out where a heading names the form. */
    readonly label?: string
    /** Of its field. */
    readonly currency?: string
    /** Of the rate, where it is not only that. */
    readonly rate?: string
    readonly placeholder: string
    readonly hint?: string
    readonly button: string
    readonly busy: string
  }
  /** Whether it stands beside another way to enter rates, which comes first. */
  readonly isSecond?: boolean
  /** Leads out of a dialog, before its button. */
  readonly cancel?: ReactNode
  /** What its fields are about, above its button. */
  readonly children?: ReactNode
}

/** The one form in which a rate is entered or changed; fields and words are of where it stands. */
export function RateForm({ state, fields, texts, ...look }: RateFormProps) {
  const { isSecond = false, cancel, children } = look
  const { form, busy, warning } = state
  const button = (
    <Button type="submit" kind={isSecond ? 'quiet' : 'primary'} busy={busy} busyText={texts.busy}>
      {texts.button}
    </Button>
  )
  return (
    <>
      <form
        {...form}
        onSubmit={(event) => {
          if (focusConflict(event.currentTarget)) event.preventDefault()
          else form.onSubmit(event)
        }}
        aria-label={texts.label}
        className={cancel ? 'fields' : 'pairs'}
      >
        {fields.map((name) => (
          <RateFormField key={name} name={name} state={state} texts={texts} />
        ))}
        {children}
        {cancel ? (
          <div className={layout['actions']}>
            {cancel}
            {button}
          </div>
        ) : (
          button
        )}
      </form>
      {warning && <WarningDialog warning={warning} />}
    </>
  )
}

type FieldProps = Pick<RateFormProps, 'state' | 'texts'>

function RateFormField({ name, state, texts }: FieldProps & { readonly name: FieldName }) {
  const { values, errors } = state
  switch (name) {
    case 'rate':
      return <RateField state={state} texts={texts} />
    case 'date':
      return <DateField state={state} texts={texts} />
    case 'target_currency':
      return (
        <Select
          label={t.dashboard.targetCurrency}
          name={name}
          values={[TARGET_CURRENCY]}
          errors={errors[name]}
        />
      )
    default:
      return (
        <Select
          label={texts.currency ?? ''}
          name={name}
          values={currencies()}
          textOf={unitsName}
          defaultValue={values[name] ?? currencies()[0]}
          errors={errors['base_currency'] ?? errors['currency']}
        />
      )
  }
}

function RateField({ state, texts }: FieldProps) {
  const { values, errors } = state
  const [unclear, setUnclear] = useState<string>()
  return (
    <Field
      label={texts.rate ?? t.entry.rate}
      name="rate"
      errors={unclear === undefined ? errors['rate'] : [unclear]}
    >
      {(control) => (
        <RateInput
          {...control}
          placeholder={texts.placeholder}
          defaultValue={values['rate']}
          onUnclear={setUnclear}
        />
      )}
    </Field>
  )
}

/**
 * From 90 days before today to today, which it is until something is typed; said with its weekday
 * below it.
 */
function DateField({ state, texts: { hint } }: FieldProps) {
  const { values, errors, place } = state
  const today = useToday()
  const first = place?.date ?? values['date'] ?? today
  const [chosen, setChosen] = useState<string>()
  const day = chosen ?? first
  const said = isCalendarDate(day) && formatWeekdayAndDay(day)
  return (
    <Field
      label={t.entry.date}
      name="date"
      hint={[said, hint].filter(Boolean).join('. ') || '\u00a0'}
      errors={errors['date']}
    >
      {(control) => (
        <input
          {...control}
          type="date"
          min={addDays(today, -ENTRY_WINDOW_DAYS)}
          max={today}
          defaultValue={first}
          onInput={({ currentTarget }) => setChosen(currentTarget.value)}
          required
        />
      )}
    </Field>
  )
}
