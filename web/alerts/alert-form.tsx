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
import { formatRate, fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { currencyName, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { errorSentence, type ApiError } from '../api.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { boardQuery, findRow } from '../rates/board.ts'
import { RateSelect } from '../rates/rate-parts.tsx'
import { type RateChoice } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { Field, readFields, Select } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { RateField, rateTextError, typedRate } from '../ui/form/rate-field.tsx'
import { Badge } from '../ui/notice.tsx'
import { AlertPreview } from './alert-example.tsx'
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
  readonly send: (alert: NewAlert) => Promise<void>
}

export function AlertForm({ withEmail = false, currency: given = null, send }: AlertFormProps) {
  const [rule, setRule] = useState<ChosenRule>({
    condition: 'above',
    currency: isCurrency(given) ? given : (currencies()[0] ?? usualCurrency()),
    choice: { kind: DEFAULT_KIND },
  })
  const query = useResponse(boardQuery(undefined, rule.choice))
  const [typed, setTyped] = useState<Fields>({})
  const limit = typedRate(typed['rate'] ?? '')
  return (
    <div className={styles['withExample']}>
      <Form
        className="fields"
        onInput={({ currentTarget }) => setTyped(readFields(currentTarget))}
        onSend={(fields) => send(alertIn(fields))}
      >
        <RuleFields
          rule={rule}
          limit={limit}
          newest={findRow(query.data?.data, rule.currency)}
          onRule={(more) => setRule({ ...rule, ...more })}
        />
        {withEmail && <EmailField />}
        {rule.condition === 'stale' && <p>{t.alerts.staleHint}</p>}
        <FormError>{alertErrorSentence}</FormError>
        <div>
          <SubmitButton busyText={withEmail ? t.alerts.requesting : t.alerts.adding}>
            {withEmail ? t.alerts.request : t.alerts.add}
          </SubmitButton>
        </div>
      </Form>
      <AlertPreview
        {...rule}
        limit={limit}
        percent={typedRate(typed['percent'] ?? '')}
        hour={typed['hour']}
        query={query}
      />
    </div>
  )
}

interface ChosenRule {
  readonly condition: AlertCondition
  readonly currency: Currency
  readonly choice: RateChoice
}

interface RuleFieldsProps {
  readonly rule: ChosenRule
  readonly limit: number | undefined
  readonly newest: ReturnType<typeof findRow>
  readonly onRule: (more: Partial<ChosenRule>) => void
}

function RuleFields({ rule, limit, newest, onRule }: RuleFieldsProps) {
  const { condition, currency, choice } = rule
  const uses = new Set(FIELDS_OF_CONDITION[condition])
  return (
    <div className={`fields ${styles['alert']}`}>
      {uses.has('currency') && (
        <>
          <Select
            label={t.alerts.currency}
            name="currency"
            values={currencies()}
            textOf={(value) => `${unitsName(value)}, ${currencyName(value)}`}
            value={currency}
            onValue={(chosen) => onRule({ currency: chosen })}
          />
          <RateSelect
            choice={choice}
            withCustoms
            onChoose={(chosen) => onRule({ choice: chosen })}
          />
        </>
      )}
      <div className={styles['condition']}>
        <Select
          label={t.alerts.condition}
          name="condition"
          values={ALERT_CONDITIONS}
          textOf={(value) => conditionText(value, currency)}
          value={condition}
          onValue={(chosen) => onRule({ condition: chosen })}
        />
      </div>
      {uses.has('rate') && <LimitField condition={condition} limit={limit} newest={newest} />}
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
  <RateField
    label={t.alerts.percent}
    name="percent"
    defaultValue={1}
    errorOf={percentError}
    required
  />
)

function percentError(text: string): string | undefined {
  const { least, most } = PERCENT_RANGE
  const percent = typedRate(text)
  if (percent === undefined) return rateTextError(text)
  if (percent < least) return t.field.atLeast({ min: String(least) })
  return percent > most ? t.field.atMost({ max: String(most) }) : undefined
}

interface LimitFieldProps {
  readonly condition: AlertCondition
  readonly limit: number | undefined
  readonly newest: ReturnType<typeof findRow>
}

function LimitField({ condition, limit, newest }: LimitFieldProps) {
  const today = useToday()
  const now = newest?.rate ? fromWire(newest.rate) : undefined
  const when = newest?.date && newest.date !== today ? formatWeekdayAndDay(newest.date) : 'today'
  const isBeyond =
    now !== undefined &&
    limit !== undefined &&
    (condition === 'above' ? now > fromWire(limit) : now < fromWire(limit))
  return (
    <RateField
      label={t.alerts.rate}
      required
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

function alertIn(fields: Fields): NewAlert {
  const { rate, percent, hour, ...texts } = fields
  // `RateSelect` sends kind and publisher as one value.
  const [kind, publisher = ''] = texts['kind']?.split(' ') ?? []
  const units = rate === undefined ? 1 : unitsOf(texts['currency'] as Currency)
  const given = {
    ...texts,
    ...(kind !== undefined && { kind, publisher }),
    ...(rate !== undefined && { rate: typedRate(rate) }),
    ...(percent !== undefined && { percent: typedRate(percent) }),
    ...(hour !== undefined && { hour: Number(hour) }),
    ...(units !== 1 && { units }),
  }
  const filled = Object.entries<unknown>(given).filter(([, value]) => value !== '')
  return Object.fromEntries(filled) as unknown as NewAlert
}
