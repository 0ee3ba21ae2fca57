import { useState } from 'react'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/rates.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { amountFromText, formatAmount, fromRupees, inverseText, toRupees } from '../../domain/conversion.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { Rate } from '../../domain/money.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { RATE_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { FreshnessBadge } from '../ui/freshness-badge.tsx'
import { navigate, useLocation, useSearch } from '../router.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/form/field.tsx'
import styles from './converter.module.css'

interface ConverterProps {
  readonly currency: Currency
  readonly rate: ResponseBody<typeof currentRate>['data']
  /** The day of the rate is about to stand in the address. */
  readonly onPinDay: () => void
}

type Side = Currency | typeof TARGET_CURRENCY

const ERROR = 'Enter an amount above 0 with at most 4 decimals, such as 12,500.00.'

/**
 * Converts both ways, exactly. What was typed is in the address together with the rate's day, so that whoever opens it
 * later sees the same result.
 */
export function Converter({ currency, rate, onPinDay }: ConverterProps) {
  const [path] = useLocation()
  const search = new URLSearchParams(useSearch())
  const units = fromWire(rate.rate)
  const [side, setSide] = useState<Side>(search.get('from') === TARGET_CURRENCY ? TARGET_CURRENCY : currency)
  const [typed, setTyped] = useState(search.get('amount') ?? '1')
  const amount = amountFromText(typed)
  const other = amount === undefined ? '' : formatAmount(converted(amount, side, units))

  const take = (text: string, from: Side) => {
    setTyped(text)
    setSide(from)
    if (amountFromText(text) === undefined) return
    search.set('amount', text.trim())
    search.set('from', from)
    search.set('date', rate.date)
    onPinDay()
    navigate(`${path}?${search.toString()}`, { replace: true })
  }
  const field = (of: Side) => (
    <Field
      label={of}
      name={of === currency ? 'amount' : 'rupees'}
      errors={of === side && amount === undefined && typed.trim() !== '' ? [ERROR] : []}
    >
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={of === side ? typed : other}
          onChange={(event) => take(event.target.value, of)}
        />
      )}
    </Field>
  )
  return (
    <Card title="Converter">
      <form
        action={path}
        method="get"
        className={styles['fields']}
        onSubmit={(event) => event.preventDefault()}
      >
        {field(currency)}
        <span className={styles['equals']} aria-hidden="true">
          =
        </span>
        {field(TARGET_CURRENCY)}
        {search.has('side') && <input type="hidden" name="side" value={search.get('side') ?? ''} />}
        <noscript>
          <Button type="submit">Convert</Button>
        </noscript>
      </form>
      <RatesUsed currency={currency} rate={rate} />
    </Card>
  )
}

/** What one unit is worth each way, and whose rate it is. */
function RatesUsed({ currency, rate }: Pick<ConverterProps, 'currency' | 'rate'>) {
  const units = fromWire(rate.rate)
  return (
    <>
      <p className={styles['rates']}>
        1 {currency} = {formatRate(units)} LKR
        <br />1 LKR = {inverseText(units)} {currency}
      </p>
      <p className={styles['rates']}>
        By the {RATE_NAMES[rate.kind ?? DEFAULT_KIND]} of {formatDay(rate.date)}, {SOURCE_NAMES[rate.source]}.{' '}
        <FreshnessBadge rate={rate} />
      </p>
    </>
  )
}

function converted(amount: bigint, from: Side, rate: Rate): bigint {
  return from === TARGET_CURRENCY ? fromRupees(amount, rate) : toRupees(amount, rate)
}
