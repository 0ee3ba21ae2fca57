import { useId, useRef } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { localAddress } from '../language/page-language.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { periodsAddress, periodsChoice, type PeriodsChoice } from './period-queries.ts'
import styles from './periods-form.module.css'

const FORM = 'periods'

interface PeriodsFormProps {
  readonly choice: PeriodsChoice
  /** What the server made of it: its months are shown where the address names none. */
  readonly shown: ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data'] | undefined
  readonly onChoose: (choice: PeriodsChoice) => void
}

/** Months, kind and bank. A plain form: it works without scripts too. */
export function PeriodsForm({ choice, shown, onChoose }: PeriodsFormProps) {
  const path = `/periods/${choice.currency}`
  const { unit, kind, publisher, from = shown?.from, to = shown?.to } = choice
  const sent = useRef(false)
  return (
    <form
      // The fields show what the address says, after back and forward too.
      key={`${periodsAddress(choice)} ${from} ${to}`}
      id={FORM}
      action={localAddress(path)}
      method="get"
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        sent.current = true
        const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        onChoose(periodsChoice({ path, search: new URLSearchParams(fields) }))
      }}
    >
      <input type="hidden" name="unit" value={unit} />
      <MonthField label={t.periods.from} name="from" value={from} />
      <MonthField label={t.periods.to} name="to" value={to} />
      <Select
        label={t.periods.kind}
        name="kind"
        values={RATE_KINDS}
        textOf={(value) => t.kindNames[value]}
        defaultValue={kind}
      />
      <BankSelect defaultValue={publisher ?? ''} />
      <Button
        type="submit"
        kind="quiet"
        ref={(button) => {
          // The one that was pressed is gone with its form.
          if (sent.current && document.activeElement === document.body) button?.focus()
        }}
      >
        {t.periods.show}
      </Button>
    </form>
  )
}

/** Shows the second average, too. Without scripts it counts with the form's button. */
export function CalendarSwitch({ choice, onChoose }: Omit<PeriodsFormProps, 'shown'>) {
  const id = useId()
  return (
    <div className={styles['switch']} data-screen-only>
      <input
        id={id}
        type="checkbox"
        name="average"
        value="calendar"
        form={FORM}
        checked={choice.withCalendar}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChoose({ ...choice, withCalendar: target.checked })}
      />
      <label htmlFor={id}>{t.periods.calendar}</label>
      <p id={`${id}-hint`} className="fine-print">
        {t.periods.calendarHint}
      </p>
    </div>
  )
}

interface MonthFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string | undefined
}

function MonthField({ label, name, value }: MonthFieldProps) {
  return (
    <Field label={label} name={name}>
      {(control) => (
        // Browsers without months take text, which the pattern checks.
        <input
          {...control}
          type="month"
          defaultValue={value}
          min="1901-01"
          max="2998-12"
          pattern="\d{4}-(0[1-9]|1[0-2])"
          placeholder={t.periods.monthHint}
          // What such a browser says of another text ends with it.
          title={t.periods.monthHint}
        />
      )}
    </Field>
  )
}
