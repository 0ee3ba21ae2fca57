import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import {
  ALERT_CONDITIONS,
  DAILY_HOURS,
  FIELDS_OF_CONDITION,
  MAX_ALERTS,
  PERCENT_RANGE,
  type AlertCondition,
} from '../../domain/alerts/alert-rule.ts'
import {
  currencies,
  isCurrency,
  unitsOf,
  usualCurrency,
  type Currency,
} from '../../domain/currency.ts'
import { formatRate, fromWire, toWire, type Rate } from '../../domain/money.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { unitsName } from '../../text/names.ts'
import { currencyName, formatDay, t } from '../../text/sentences.ts'
import { ApiError, errorSentence } from '../api.ts'
import { useToday } from '../page-context.ts'
import { RateSelect } from '../rates/rate-parts.tsx'
import { findRow, type Board, type RateChoice } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Field, Form, FormError, Select, SubmitButton } from '../ui/form/form.tsx'
import { Badge } from '../ui/notice.tsx'
import styles from './alerts.module.css'

type NewAlert = InputOf<'POST /api/alerts'>['body']
type Fields = Readonly<Record<string, string>>

const HOURS = Array.from({ length: DAILY_HOURS.last - DAILY_HOURS.first + 1 }, (_, at) =>
  String(DAILY_HOURS.first + at),
)

export function alertErrorSentence(error: ApiError): string {
  const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
    ...t.alertError,
    conflict: t.alertError.conflict({ most: MAX_ALERTS }),
  }
  return (error.code && sentences[error.code]) ?? errorSentence(error)
}

interface AlertFormProps {
  readonly withEmail?: boolean
  readonly currency?: string | null
  readonly board?: Board | undefined
  readonly send: (alert: NewAlert) => Promise<void>
}

export function AlertForm({ withEmail = false, currency = null, board, send }: AlertFormProps) {
  const [condition, setCondition] = useState<AlertCondition>('above')
  return (
    <Form className="fields" onSend={(fields) => send(alertIn(fields))}>
      <ConditionFields
        condition={condition}
        onCondition={setCondition}
        currency={currency}
        board={board}
      />
      {withEmail && <EmailField />}
      {FIELDS_OF_CONDITION[condition].includes('rate') && (
        <p className="fine-print">{t.alerts.rateHint}</p>
      )}
      {condition === 'stale' && <p>{t.alerts.staleHint}</p>}
      <FormError>{alertErrorSentence}</FormError>
      <div>
        <SubmitButton busyText={withEmail ? t.alerts.requesting : t.alerts.adding}>
          {withEmail ? t.alerts.request : t.alerts.add}
        </SubmitButton>
      </div>
    </Form>
  )
}

interface ConditionFieldsProps extends Pick<AlertFormProps, 'board'> {
  readonly condition: AlertCondition
  readonly onCondition: (condition: AlertCondition) => void
  readonly currency: string | null
}

function ConditionFields(props: ConditionFieldsProps) {
  const { condition, onCondition, board } = props
  const [currency, setCurrency] = useState(
    isCurrency(props.currency) ? props.currency : (currencies()[0] ?? usualCurrency()),
  )
  const [choice, setChoice] = useState<RateChoice>({ kind: DEFAULT_KIND })
  // The board has indicative rates only.
  const newest = choice.kind === DEFAULT_KIND ? findRow(board, currency) : undefined
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  return (
    <div className={`fields ${styles['columns']}`}>
      {uses.has('currency') && (
        <>
          <Select
            label={t.alerts.currency}
            name="currency"
            values={currencies()}
            textOf={(value) => `${unitsName(value)}, ${currencyName(value)}`}
            value={currency}
            onValue={setCurrency}
          />
          <RateSelect choice={choice} withCustoms onChoose={setChoice} />
        </>
      )}
      <div className={styles['condition']}>
        <Select
          label={t.alerts.condition}
          name="condition"
          values={ALERT_CONDITIONS}
          textOf={(value) => conditionText(value, currency)}
          value={condition}
          onValue={onCondition}
        />
      </div>
      {uses.has('rate') && <RateField condition={condition} newest={newest} />}
      {uses.has('percent') && <PercentField />}
      {uses.has('hour') && (
        <Select
          label={t.alerts.hour}
          name="hour"
          values={HOURS}
          textOf={(hour) => `${hour}:00`}
          hint={t.alerts.hourHint}
        />
      )}
    </div>
  )
}

const PercentField = () => (
  <Field
    label={t.alerts.percent}
    name="percent"
    type="number"
    min={PERCENT_RANGE.least}
    max={PERCENT_RANGE.most}
    step="0.01"
    defaultValue={1}
    required
  />
)

interface RateFieldProps {
  readonly condition: AlertCondition
  readonly newest: ReturnType<typeof findRow>
}

function RateField({ condition, newest }: RateFieldProps) {
  const [limit, setLimit] = useState<Rate>()
  const today = useToday()
  const now = newest?.rate ? fromWire(newest.rate) : undefined
  const when = newest?.date && newest.date !== today ? formatDay(newest.date) : 'today'
  const isBeyond =
    now !== undefined && limit !== undefined && (condition === 'above' ? now > limit : now < limit)
  return (
    <Field
      label={t.alerts.rate}
      name="rate"
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      required
      onInput={({ currentTarget }) => setLimit(rateIn(currentTarget.value))}
      hint={
        now === undefined ? undefined : (
          <>
            {t.alerts.newest({ rate: formatRate(now), when })}{' '}
            {isBeyond && <Badge tone="warning">{t.alerts.beyond({ condition })}</Badge>}
          </>
        )
      }
    />
  )
}

function EmailField() {
  const auth = useAuth()
  const own = auth.state === 'signed-in' ? auth.email : ''
  return (
    <Field
      key={own}
      label={t.alerts.email}
      name="email"
      hint={t.alerts.emailHint}
      type="email"
      autoComplete="email"
      defaultValue={own}
      required
    />
  )
}

const conditionText = (condition: AlertCondition, currency: Currency): string => {
  const text = t.alerts.conditions[condition]
  return typeof text === 'string' ? text : text({ currency })
}

const rateIn = (text: string): Rate | undefined => {
  const read = readRateText(text)
  return 'rate' in read ? read.rate : undefined
}

/** Throws an `ApiError` for a field whose rate cannot be read. */
function alertIn(fields: Fields): NewAlert {
  const { rate, percent, hour, ...texts } = fields
  // `RateSelect` sends kind and publisher as one value.
  const [kind, publisher = ''] = texts['kind']?.split(' ') ?? []
  const units = rate === undefined ? 1 : unitsOf(texts['currency'] as Currency)
  const given = {
    ...texts,
    ...(kind !== undefined && { kind, publisher }),
    ...(rate !== undefined && { rate: toWire(typedRate(rate)) }),
    ...(percent !== undefined && { percent: Number(percent) }),
    ...(hour !== undefined && { hour: Number(hour) }),
    ...(units !== 1 && { units }),
  }
  const filled = Object.entries<unknown>(given).filter(([, value]) => value !== '')
  return Object.fromEntries(filled) as unknown as NewAlert
}

function typedRate(text: string): Rate {
  const read = readRateText(text)
  if ('rate' in read) return read.rate
  const sentence =
    read.error === 'ambiguous'
      ? t.alerts.rateAmbiguous({
          one: formatRate(Number(read.values[0]) as Rate),
          other: formatRate(Number(read.values[1]) as Rate),
        })
      : t.alerts.rateWrong
  throw new ApiError(0, sentence, { fields: { rate: [sentence] } })
}
