import { useState, type ComponentProps, type ReactNode } from 'react'
import {
  DAILY_HOURS,
  FIELDS_OF_CONDITION,
  type AlertCondition,
} from '../../domain/alerts/alert-rule.ts'
import { currencies, isCurrency, usualCurrency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { rowOf, type Board } from '../rates/board-rate.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/select.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './alerts-page.module.css'

const HOURS = Array.from({ length: DAILY_HOURS.last - DAILY_HOURS.first + 1 }, (_, at) =>
  String(DAILY_HOURS.first + at),
)

interface ConditionFieldsProps {
  readonly condition: AlertCondition
  /** The currency that is chosen at first. */
  readonly currency: string | null
  readonly board: Board | undefined
  readonly errors: FieldErrors
  /** Where the condition is chosen. */
  readonly children: ReactNode
}

/** What is waited for: the fields that a condition needs, with the condition between them. */
export function ConditionFields({
  condition,
  board,
  errors,
  children,
  ...props
}: ConditionFieldsProps) {
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  const [currency, setCurrency] = useState(
    isCurrency(props.currency) ? props.currency : (currencies()[0] ?? usualCurrency()),
  )
  const [kind, setKind] = useState<RateKind>(DEFAULT_KIND)
  // The board is of that kind alone.
  const newest = kind === DEFAULT_KIND ? rowOf(board, currency)?.rate : undefined
  return (
    <div className={classNames('fields', styles['columns'])}>
      {uses.has('currency') && (
        <>
          <Select
            label={t.alerts.currency}
            name="currency"
            values={currencies()}
            textOf={(value) => `${unitsName(value)}, ${currencyName(value)}`}
            value={currency}
            onValue={setCurrency}
            errors={errors['currency']}
          />
          <Select
            label={t.alerts.kind}
            name="kind"
            values={RATE_KINDS}
            textOf={(value) => t.kindNames[value]}
            value={kind}
            onValue={setKind}
            errors={errors['kind']}
          />
          <BankSelect errors={errors['publisher']} />
        </>
      )}
      <div className={styles['condition']}>{children}</div>
      {uses.has('rate') && (
        <LimitField condition={condition} newest={newest} errors={errors['rate']} />
      )}
      {uses.has('percent') && (
        <DecimalField
          label={t.alerts.percent}
          name="percent"
          defaultValue="1"
          errors={errors['percent']}
        />
      )}
      {uses.has('hour') && (
        <Select
          label={t.alerts.hour}
          name="hour"
          values={HOURS}
          textOf={(hour) => `${hour}:00`}
          hint={t.alerts.hourHint}
          errors={errors['hour']}
        />
      )}
    </div>
  )
}

interface LimitFieldProps {
  readonly condition: AlertCondition
  /** What it is now; undefined where that is not known. */
  readonly newest: number | null | undefined
  readonly errors: readonly string[] | undefined
}

/** The figure that is waited for; marked where the rate is beyond it already. */
function LimitField({ condition, newest, errors }: LimitFieldProps) {
  const [typed, setTyped] = useState('')
  const limit = typed === '' ? NaN : numberIn(typed)
  const isBeyond = newest && (condition === 'above' ? newest > limit : newest < limit)
  const hint = newest && (
    <>
      {t.alerts.newest({ rate: formatRate(fromWire(newest)) })}{' '}
      {isBeyond && <Badge tone="warning">{t.alerts.beyond({ condition })}</Badge>}
    </>
  )
  return (
    <DecimalField
      label={t.alerts.rate}
      name="rate"
      hint={hint || undefined}
      errors={errors}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

type DecimalFieldProps = Omit<ComponentProps<typeof Field>, 'children'> &
  Pick<ComponentProps<'input'>, 'defaultValue' | 'onInput'>

function DecimalField({ label, name, hint, errors, ...props }: DecimalFieldProps) {
  return (
    <Field {...{ label, name, hint, errors }}>
      {(control) => (
        <input {...props} {...control} inputMode="decimal" maxLength={20} autoComplete="off" />
      )}
    </Field>
  )
}

/** `1,299.50` and, as a comma that sets no thousands apart is the decimal one, `330,5`. */
export const numberIn = (typed: string): number =>
  Number(typed.replaceAll(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'))
