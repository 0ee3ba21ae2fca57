import { DAILY_HOURS, FIELDS_OF_CONDITION, type AlertCondition } from '../../domain/alerts/alert-rule.ts'
import { CURRENCIES, isCurrency } from '../../domain/currency.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../text/en/names.ts'
import { alertsText as TEXT } from '../text/en/alerts.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

const HOURS = Array.from({ length: DAILY_HOURS.last - DAILY_HOURS.first + 1 }, (_, at) =>
  String(DAILY_HOURS.first + at),
)

interface ConditionFieldsProps {
  readonly condition: AlertCondition
  /** The currency that is chosen at first. */
  readonly currency: string | null
  readonly errors: FieldErrors
}

/** What a condition has to be told. */
export function ConditionFields({ condition, currency, errors }: ConditionFieldsProps) {
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  return (
    <>
      {uses.has('rate') && (
        <Field label={TEXT.rate} name="rate" hint={TEXT.rateHint} errors={errors['rate']}>
          {(control) => <input {...control} inputMode="decimal" maxLength={20} autoComplete="off" />}
        </Field>
      )}
      {uses.has('percent') && (
        <Field label={TEXT.percent} name="percent" errors={errors['percent']}>
          {(control) => (
            <input {...control} inputMode="decimal" maxLength={6} defaultValue="1" autoComplete="off" />
          )}
        </Field>
      )}
      {uses.has('hour') && (
        <Select
          label={TEXT.hour}
          name="hour"
          values={HOURS}
          textOf={(hour) => `${hour}:00`}
          hint={TEXT.hourHint}
          errors={errors['hour']}
        />
      )}
      {uses.has('currency') && (
        <>
          <Select
            label={TEXT.currency}
            name="currency"
            values={CURRENCIES}
            textOf={(value) => `${value}, ${CURRENCY_NAMES[value]}`}
            defaultValue={isCurrency(currency) ? currency : undefined}
            errors={errors['currency']}
          />
          <Select
            label={TEXT.kind}
            name="kind"
            values={RATE_KINDS}
            textOf={(value) => KIND_NAMES[value]}
            errors={errors['kind']}
          />
        </>
      )}
    </>
  )
}
