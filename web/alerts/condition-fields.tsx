import { useState } from 'react'
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

const HOURS = Array.from({ length: DAILY_HOURS.last - DAILY_HOURS.first + 1 }, (_, at) =>
  String(DAILY_HOURS.first + at),
)

interface ConditionFieldsProps {
  readonly condition: AlertCondition
  /** The currency that is chosen at first. */
  readonly currency: string | null
  readonly board: Board | undefined
  readonly errors: FieldErrors
}

/** The fields that a condition needs. */
export function ConditionFields({ condition, board, errors, ...props }: ConditionFieldsProps) {
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  const [currency, setCurrency] = useState(
    isCurrency(props.currency) ? props.currency : (currencies()[0] ?? usualCurrency()),
  )
  const [kind, setKind] = useState<RateKind>(DEFAULT_KIND)
  // The board is of that kind alone.
  const newest = kind === DEFAULT_KIND ? rowOf(board, currency)?.rate : undefined
  return (
    <>
      {uses.has('currency') && (
        <Select
          label={t.alerts.currency}
          name="currency"
          values={currencies()}
          textOf={(value) => `${unitsName(value)}, ${currencyName(value)}`}
          value={currency}
          onValue={setCurrency}
          errors={errors['currency']}
        />
      )}
      {uses.has('rate') && <LimitField newest={newest} errors={errors['rate']} />}
      {uses.has('percent') && (
        <Field label={t.alerts.percent} name="percent" errors={errors['percent']}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              maxLength={6}
              defaultValue="1"
              autoComplete="off"
            />
          )}
        </Field>
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
      {uses.has('currency') && (
        <>
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
    </>
  )
}

interface LimitFieldProps {
  /** What it is now; undefined where that is not known. */
  readonly newest: number | null | undefined
  readonly errors: readonly string[] | undefined
}

function LimitField({ newest, errors }: LimitFieldProps) {
  const now = newest ? `${t.alerts.newest({ rate: formatRate(fromWire(newest)) })} ` : ''
  return (
    <Field label={t.alerts.rate} name="rate" hint={now + t.alerts.rateHint} errors={errors}>
      {(control) => <input {...control} inputMode="decimal" maxLength={20} autoComplete="off" />}
    </Field>
  )
}
