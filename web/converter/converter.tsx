import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import { currencies, isCurrency, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { MAX_NUMBER_LENGTH } from '../../domain/typed-number.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { localAddress } from '../language.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { navigate, useNextPlace } from '../pages.tsx'
import { RateSelect } from '../rates/rate-parts.tsx'
import { citedAddress, rateWords, type CurrentRate } from '../rates/rates.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field, readFields } from '../ui/form/form.tsx'
import {
  convert,
  isOfOneRate,
  readConversion,
  readTyped,
  withoutUnit,
  type Conversion,
  type TypedAmount,
} from './conversion.ts'
import styles from './converter.module.css'

interface ConverterProps {
  readonly conversion: Conversion
  readonly rate: CurrentRate | undefined
  readonly addressOf: (conversion: Conversion) => string
  readonly own?: Currency | undefined
}

/** An amount in either field computes the other. Without scripts it is a GET form. */
export function Converter(props: ConverterProps) {
  const { conversion, rate, addressOf, own } = props
  const next = readConversion(useNextPlace(), own)
  const isSameRate = isOfOneRate(next, conversion)
  const state = useConversion({ ...props, conversion: next, rate: isSameRate ? rate : undefined })
  const { shown, choose } = state
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
      <AmountField state={state} ofRupees={false}>
        {own ? (
          <span>{own}</span>
        ) : (
          <select
            name="currency"
            aria-label={t.rateSummary.currency}
            value={shown.currency}
            onChange={({ target }) =>
              choose({ typed: withoutUnit(shown.typed), currency: target.value as Currency })
            }
          >
            {currencies().map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </AmountField>
      <span className={`hide-on-phone ${styles['equals']}`} aria-hidden="true">
        =
      </span>
      <AmountField state={state} ofRupees>
        <span>{TARGET_CURRENCY}</span>
      </AmountField>
      <div className={styles['used']}>
        <RateUsed rate={rate} isLinked={own === undefined} />
        {state.isUnderstood && (
          <CopyButton figure={state.result?.figure}>{t.converter.copy}</CopyButton>
        )}
        <OtherRate conversion={conversion} own={own} shown={shown} choose={choose} />
      </div>
      <div className={styles['unscripted']}>
        <p>{t.converter.unscripted}</p>
        <Direction shown={shown} />
      </div>
    </form>
  )
}

interface OtherRateProps extends Pick<ConverterProps, 'conversion' | 'own'> {
  readonly shown: Conversion
  readonly choose: (next: Partial<Conversion>) => void
}

function OtherRate({ conversion, own, shown, choose }: OtherRateProps) {
  const today = useToday()
  return (
    <Disclosure
      summary={t.converter.other}
      open={conversion.date !== undefined || (!own && conversion.kind !== DEFAULT_KIND)}
    >
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
        {!own && <RateSelect choice={shown} onChoose={choose} />}
      </div>
    </Disclosure>
  )
}

interface RateUsedProps {
  readonly rate: CurrentRate | undefined
  readonly isLinked: boolean
}

function RateUsed({ rate, isLinked }: RateUsedProps) {
  const today = useToday()
  if (!rate) return null
  const { date, source } = rate
  const day = date === today ? t.converter.today({ date }) : formatWeekdayAndDay(date)
  return (
    <p className="fine-print">
      {t.converter.rateUsed({ rate: rateWords(rate), source })}{' '}
      {isLinked ? (
        <span className="unbroken">
          <Link href={citedAddress(rate)}>{day}</Link>
        </span>
      ) : (
        day
      )}
    </p>
  )
}

type ConversionState = ReturnType<typeof useConversion>

interface AmountFieldProps {
  readonly state: ConversionState
  readonly ofRupees: boolean
  readonly children: ReactNode
}

/** Only the typed amount has a name, so that the address contains one amount. */
function AmountField({ state, ofRupees, children }: AmountFieldProps) {
  const { value, errors, hint } = state.field(ofRupees)
  const label = ofRupees ? t.converter.rupees : t.converter.amount
  const isResult = state.inRupees !== ofRupees
  return (
    <Field label={label} name="amount" errors={errors} hint={hint}>
      {({ name, ...control }) => (
        <div className={styles['amount']}>
          <input
            {...control}
            className={undefined}
            name={isResult ? undefined : name}
            data-result={isResult ? '' : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={MAX_NUMBER_LENGTH}
            value={value}
            onChange={({ target, nativeEvent }) => {
              const { inputType } = nativeEvent as InputEvent
              state.type(target.value, ofRupees, inputType === 'insertFromPaste')
            }}
            onFocus={({ target }) => target.select()}
            onBlur={state.leave}
          />
          {children}
        </div>
      )}
    </Field>
  )
}

/** Chooses the direction without scripts. */
function Direction({ shown: { currency, fromRupees } }: { readonly shown: Conversion }) {
  const { direction, fromTo, convert: convertText } = t.converter
  return (
    <span className="buttons">
      <select name="from" aria-label={direction} defaultValue={fromRupees ? TARGET_CURRENCY : ''}>
        <option value="">{fromTo({ from: currency, to: TARGET_CURRENCY })}</option>
        <option value={TARGET_CURRENCY}>{fromTo({ from: TARGET_CURRENCY, to: currency })}</option>
      </select>
      <Button type="submit">{convertText}</Button>
    </span>
  )
}

/** The page is rendered again for each address, so the address follows after a pause in typing. */
const PAUSE_MS = 100

interface Typing {
  readonly text: string
  readonly inRupees: boolean
}

/**
 * An amount goes into the address as soon as it can be read. A unit in it moves to its field on
 * blur or paste.
 */
function useConversion({ conversion, rate, addressOf, own }: ConverterProps) {
  const [typing, setTyping] = useState<Typing>()
  const [last, setLast] = useState(conversion.typed)
  if (conversion.typed !== last) {
    setLast(conversion.typed)
    if (conversion.typed !== typing?.text.trim()) setTyping(undefined)
  }
  const { text, inRupees } = typing ?? { text: conversion.typed, inRupees: conversion.fromRupees }
  const understand = (typed: string, fromRupees: boolean) => {
    const read = readTyped({ ...conversion, typed, fromRupees })
    const isOther = own !== undefined && read.error === undefined && read.currency !== own
    return { read, converted: read.error === undefined && !isOther ? read : undefined }
  }
  const { read, converted } = understand(text, inRupees)
  const shown: Conversion = { ...conversion, ...converted, typed: text }
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(pending.current)
    pending.current = undefined
  }
  useEffect(() => stop, [])
  const choose = (next: Partial<Conversion>) => {
    stop()
    void navigate(addressOf({ ...shown, ...next }), { replace: true })
  }
  const result =
    converted && rate?.currency === converted.currency ? convert(converted, rate) : undefined
  const isElsewhere = converted !== undefined && converted.fromRupees !== inRupees
  const type = (typed: string, ofRupees: boolean, isPasted: boolean) => {
    const next = understand(typed, ofRupees).converted
    setTyping(next && isPasted ? undefined : { text: typed, inRupees: ofRupees })
    stop()
    if (!next) return
    const { currency, fromRupees } = next
    const take = () => choose({ typed, currency, fromRupees })
    if (isPasted) take()
    else pending.current = setTimeout(take, PAUSE_MS)
  }
  return {
    ...{ shown, result, choose, inRupees, type },
    isUnderstood: converted !== undefined,
    field: (ofRupees: boolean) => {
      if (ofRupees === inRupees) {
        const hint = isElsewhere && result ? t.converter.equals(result) : undefined
        return { value: text, errors: errorsOf(text, read, own), hint }
      }
      const value = isElsewhere ? formatAmount(converted.amount) : (result?.figure ?? '')
      return { value, errors: [] }
    },
    /** Takes what was chosen and typed before hydration. */
    takeTyped: (form: HTMLFormElement | null) => {
      if (!form) return
      const { amount = '', currency } = readFields(form)
      const isEmptied = form.querySelector<HTMLInputElement>('[data-result]')?.value === ''
      if (isCurrency(currency) && currency !== shown.currency) choose({ typed: amount, currency })
      else if (amount !== text || (isEmptied && result)) type(amount, inRupees, false)
    },
    leave: () => {
      if (!converted) return
      if (pending.current !== undefined) choose({})
      setTyping(undefined)
    },
  }
}

function errorsOf(typed: string, read: TypedAmount, own: Currency | undefined): readonly string[] {
  const { errors, otherCurrency, unknownUnit, ambiguous } = t.converter
  if (read.error === undefined)
    return own && read.currency !== own ? [otherCurrency({ named: read.currency, own })] : []
  if (typed.trim() === '') return []
  if (read.error === 'unknown unit') {
    const known = listed([...(own ? [own] : currencies()), TARGET_CURRENCY])
    return [unknownUnit({ named: read.unit, currencies: known })]
  }
  if (read.error !== 'ambiguous') return [errors[read.error]]
  const [larger, smaller] = read.values.map(formatAmount)
  return [ambiguous({ typed: typed.trim(), larger: larger ?? '', smaller: smaller ?? '' })]
}
