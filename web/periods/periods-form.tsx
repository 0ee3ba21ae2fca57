import { useId } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { Month } from '../../domain/period.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { localAddress } from '../language/page-language.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/select.tsx'
import type { PeriodsChoice } from './period-queries.ts'
import styles from './periods-form.module.css'

const FORM = 'periods'

interface PeriodsFormProps {
  readonly choice: PeriodsChoice
  /** What the server made of it: its months are shown where the address names none. */
  readonly shown: ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data'] | undefined
  readonly onChoose: (choice: PeriodsChoice) => void
}

/** Months, kind and bank, each counts at once. A plain form: it works without scripts too. */
export function PeriodsForm({ choice, shown, onChoose }: PeriodsFormProps) {
  const { currency, unit, kind, publisher } = choice
  const from = choice.from ?? (shown?.from as Month | undefined)
  const to = choice.to ?? (shown?.to as Month | undefined)
  return (
    <form
      id={FORM}
      action={localAddress(`/periods/${currency}`)}
      method="get"
      className={styles['form']}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="unit" value={unit} />
      <MonthInput name="from" value={from} onMonth={(from) => onChoose({ ...choice, from, to })} />
      <MonthInput name="to" value={to} onMonth={(to) => onChoose({ ...choice, from, to })} />
      <Select
        label={t.sides.label}
        name="kind"
        values={RATE_KINDS}
        textOf={(value) => t.kindNames[value]}
        value={kind}
        onValue={(value) => onChoose({ ...choice, kind: value })}
      />
      <BankSelect
        value={publisher ?? ''}
        onValue={(id) => onChoose({ ...choice, publisher: id || undefined })}
      />
      <noscript>
        <Button type="submit" kind="quiet">
          {t.rates.show}
        </Button>
      </noscript>
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

interface MonthInputProps {
  readonly name: 'from' | 'to'
  readonly value: Month | undefined
  readonly onMonth: (month: Month) => void
}

function MonthInput({ name, value = '' as Month, onMonth }: MonthInputProps) {
  return (
    <DayInput
      label={t.periods[name]}
      name={name}
      type="month"
      min="1901-01"
      max="2998-12"
      value={value}
      wrong={t.periods.monthHint}
      // Browsers without months take text.
      pattern="\d{4}-(0[1-9]|1[0-2])"
      placeholder={t.periods.monthHint}
      onDay={(month) => onMonth(month as Month)}
    />
  )
}
