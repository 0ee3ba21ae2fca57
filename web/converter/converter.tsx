import { useEffect, useEffectEvent, useRef } from 'react'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { localAddress } from '../language.ts'
import { useToday } from '../page-context.ts'
import { useLaterPlace } from '../pages.tsx'
import { rateWords, type CurrentRate } from '../rates/rates.ts'
import { CopyButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { AmountField, ConvertButton } from './amount-field.tsx'
import { isOfOneRate, type Conversion } from './conversion.ts'
import { readConversion } from './typed-amount.ts'
import { useConversion } from './use-conversion.ts'
import styles from './converter.module.css'

interface ConverterProps {
  readonly conversion: Conversion
  readonly rate: CurrentRate | undefined
  readonly addressOf: (conversion: Conversion) => string
  readonly own: Currency
}

/** An amount in either field computes the other. Without scripts it is a GET form. */
export function Converter(props: ConverterProps) {
  const { conversion, rate, addressOf, own } = props
  const next = readConversion(useLaterPlace(), own)
  const isSameRate = isOfOneRate(next, conversion)
  const state = useConversion({ ...props, conversion: next, rate: isSameRate ? rate : undefined })
  const form = useRef<HTMLFormElement>(null)
  const takeTyped = useEffectEvent(() => state.takeTyped(form.current))
  useEffect(() => takeTyped(), [])
  return (
    <form
      ref={form}
      action={localAddress(addressOf(conversion)).split('?')[0]}
      method="get"
      className={styles['converter']}
      onSubmit={(event) => event.preventDefault()}
    >
      <Amount state={state} ofRupees={false} unit={own} />
      <span className={`hide-on-phone ${styles['equals']}`} aria-hidden="true">
        =
      </span>
      <Amount state={state} ofRupees unit={TARGET_CURRENCY} />
      <div className={styles['used']}>
        <RateUsed rate={rate} />
        {state.converted && (
          <CopyButton figure={state.result?.figure}>{t.converter.copy}</CopyButton>
        )}
        <OtherDay conversion={conversion} state={state} />
      </div>
      <ConvertButton>
        <Direction shown={state.shown} />
      </ConvertButton>
    </form>
  )
}

type ConversionState = ReturnType<typeof useConversion>

interface OtherDayProps {
  readonly conversion: Conversion
  readonly state: ConversionState
}

function OtherDay({ conversion, state: { shown, choose } }: OtherDayProps) {
  const today = useToday()
  return (
    <Disclosure summary={t.converter.other} open={conversion.date !== undefined}>
      <div
        className="pairs"
        // A date that was cleared means today again.
        onBlurCapture={({ target }) => {
          const isCleared = target instanceof HTMLInputElement && target.value === ''
          if (isCleared && shown.date) choose({ date: undefined })
        }}
      >
        <DayInput
          label={t.rates.date}
          name="date"
          max={today}
          value={shown.date ?? today}
          onDay={(day) => choose({ date: isCalendarDate(day) && day !== today ? day : undefined })}
        />
      </div>
    </Disclosure>
  )
}

function RateUsed({ rate }: { readonly rate: CurrentRate | undefined }) {
  const today = useToday()
  if (!rate) return null
  const { date, source } = rate
  return (
    <p className="fine-print">
      {t.converter.rateUsed({ rate: rateWords(rate), source })}{' '}
      {date === today ? t.converter.today({ date }) : formatWeekdayAndDay(date)}
    </p>
  )
}

interface AmountProps {
  readonly state: ConversionState
  readonly ofRupees: boolean
  readonly unit: string
}

/** A unit in the typed amount moves to the other field on blur or paste. */
function Amount({ state, ofRupees, unit }: AmountProps) {
  const { text, inRupees, converted, result, errors } = state
  const isResult = inRupees !== ofRupees
  const isElsewhere = converted !== undefined && converted.fromRupees !== inRupees
  const computed = isElsewhere ? formatAmount(converted.amount) : (result?.figure ?? '')
  return (
    <AmountField
      label={ofRupees ? t.converter.rupees : t.converter.amount}
      value={isResult ? computed : text}
      errors={isResult ? [] : errors}
      hint={!isResult && isElsewhere && result ? t.converter.equals(result) : undefined}
      isResult={isResult}
      onType={(typed, isPasted) => state.type(typed, ofRupees, isPasted)}
      onLeave={state.leave}
    >
      <span>{unit}</span>
    </AmountField>
  )
}

/** Chooses the direction without scripts. */
function Direction({ shown: { currency, fromRupees } }: { readonly shown: Conversion }) {
  const { direction, fromTo } = t.converter
  return (
    <select
      name="from"
      className="control"
      aria-label={direction}
      defaultValue={fromRupees ? TARGET_CURRENCY : ''}
    >
      <option value="">{fromTo({ from: currency, to: TARGET_CURRENCY })}</option>
      <option value={TARGET_CURRENCY}>{fromTo({ from: TARGET_CURRENCY, to: currency })}</option>
    </select>
  )
}
