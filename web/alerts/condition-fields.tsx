import { useState, type ComponentProps, type ReactNode } from 'react'
import {
  DAILY_HOURS,
  FIELDS_OF_CONDITION,
  type AlertCondition,
} from '../../domain/alerts/alert-rule.ts'
import { currencies, isCurrency, usualCurrency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND, RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { rowOf, type Board } from '../rates/rates.ts'
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
export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, board, errors } = props
  const field = (name: 'currency' | 'kind' | 'rate' | 'percent' | 'hour') => ({
    ...{ name, label: t.alerts[name], errors: errors[name] },
  })
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  const [currency, setCurrency] = useState(
    isCurrency(props.currency) ? props.currency : (currencies()[0] ?? usualCurrency()),
  )
  const [kind, setKind] = useState<RateKind>(DEFAULT_KIND)
  const [limit, setLimit] = useState(NaN)
  // The board is of that kind alone.
  const newest = kind === DEFAULT_KIND ? rowOf(board, currency)?.rate : undefined
  return (
    <div className={classNames('fields', styles['columns'])}>
      {uses.has('currency') && (
        <>
          <Select
            {...field('currency')}
            values={currencies()}
            textOf={(value) => `${unitsName(value)}, ${currencyName(value)}`}
            value={currency}
            onValue={setCurrency}
          />
          <Select
            {...field('kind')}
            values={RATE_KINDS}
            textOf={(value) => t.kindNames[value]}
            value={kind}
            onValue={setKind}
          />
          <BankSelect errors={errors['publisher']} />
        </>
      )}
      <div className={styles['condition']}>{props.children}</div>
      {uses.has('rate') && (
        <DecimalField
          {...field('rate')}
          hint={newest ? <Newest {...{ condition, newest, limit }} /> : undefined}
          defaultValue={limit || ''}
          onInput={({ currentTarget: { value } }) => setLimit(value === '' ? NaN : numberIn(value))}
        />
      )}
      {uses.has('percent') && <DecimalField {...field('percent')} defaultValue="1" />}
      {uses.has('hour') && (
        <Select
          {...field('hour')}
          values={HOURS}
          textOf={(hour) => `${hour}:00`}
          hint={t.alerts.hourHint}
        />
      )}
    </div>
  )
}

interface NewestProps extends Pick<ConditionFieldsProps, 'condition'> {
  readonly newest: number
  readonly limit: number
}

/** What the rate is now; marked where it is beyond the limit already. */
function Newest({ condition, newest, limit }: NewestProps) {
  const isBeyond = condition === 'above' ? newest > limit : newest < limit
  return (
    <>
      {t.alerts.newest({ rate: formatRate(fromWire(newest)) })}{' '}
      {isBeyond && <Badge tone="warning">{t.alerts.beyond({ condition })}</Badge>}
    </>
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
