import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { AmountField, ConvertButton } from '../converter/amount-field.tsx'
import { conversionAddress, type Conversion, type ConvertedRate } from '../converter/conversion.ts'
import { Reason } from '../converter/slip.tsx'
import { withoutUnit } from '../converter/typed-amount.ts'
import { useConversion } from '../converter/use-conversion.ts'
import { localAddress } from '../language.ts'
import { useToday } from '../page-context.ts'
import { DayLegend, DayStrip, type StripDays } from '../rates/day-strip.tsx'
import { RateSelect, useRateChoices } from '../rates/rate-parts.tsx'
import { Disclosure } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field } from '../ui/form/form.tsx'
import { HomeResult } from './home-result.tsx'
import styles from './home.module.css'

interface HomeConverterProps {
  readonly conversion: Conversion
  readonly rate: ConvertedRate | undefined
  readonly days: StripDays | undefined
  /** The day in the middle of `days`. */
  readonly middle: CalendarDate
  /** In the place of the slip, if no rate counts. */
  readonly none: ReactNode
  /** Title and notices, above the form and beside the slip. */
  readonly children: ReactNode
}

export function HomeConverter(props: HomeConverterProps) {
  const { conversion, rate, days, middle, none, children } = props
  const today = useToday()
  const [isRefused, setIsRefused] = useState(false)
  const state = useConversion({ conversion, rate, addressOf: conversionAddress })
  // Nothing is shown for a day that is refused, nor of the currency before.
  const isShown = !isRefused && rate?.currency === state.shown.currency
  const used = isShown ? rate : undefined
  const asked = conversion.date ?? today
  const reason = days?.missing?.find(({ date }) => date === asked)?.reason
  return (
    <div className={styles['top']}>
      <div>
        {children}
        <section aria-label={t.converter.title}>
          <Fields state={state} asked={asked} onRefused={setIsRefused}>
            <div className={styles['strip']}>
              <DayStrip
                days={days}
                chosen={asked}
                counts={used?.date}
                middle={middle}
                hasLegend={false}
              />
            </div>
            <p className={styles['why']} role="status">
              {used && <Reason asked={asked} counts={used.date} reason={reason} />}
            </p>
          </Fields>
          <div className="hide-on-phone just-below" data-screen-only>
            <DayLegend days={days} />
          </div>
        </section>
      </div>
      {none ? (
        <div className={styles['result']}>{none}</div>
      ) : (
        <HomeResult state={state} rate={used} asked={asked} reason={reason} />
      )}
    </div>
  )
}

type ConversionState = ReturnType<typeof useConversion>

interface FieldsProps {
  readonly state: ConversionState
  readonly asked: CalendarDate
  readonly onRefused: (isRefused: boolean) => void
  /** The strip and its sentence. */
  readonly children: ReactNode
}

/** A GET form whose buttons choose a day or a direction; scripts take them over. */
function Fields({ state, asked, onRefused, children }: FieldsProps) {
  const { shown, choose, text, errors } = state
  const { currency, fromRupees, typed } = shown
  const today = useToday()
  const form = useRef<HTMLFormElement>(null)
  const takeTyped = useEffectEvent(() => state.takeTyped(form.current))
  useEffect(() => takeTyped(), [])
  const chooseDay = (day: string) =>
    choose({ date: isCalendarDate(day) && day !== today ? day : undefined })
  const select = (
    <CurrencySelect
      currency={currency}
      label={fromRupees ? t.converter.into : t.rateSummary.currency}
      isField={fromRupees}
      onChoose={(next) => choose({ typed: withoutUnit(typed), currency: next })}
    />
  )
  return (
    <form
      ref={form}
      action={localAddress('/')}
      method="get"
      noValidate
      className={styles['form']}
      data-screen-only
      data-into={fromRupees ? '' : undefined}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { name, value } = event.nativeEvent.submitter as HTMLButtonElement
        if (name === 'date') chooseDay(value)
        else if (name === 'from')
          choose({ fromRupees: value === TARGET_CURRENCY, typed: withoutUnit(typed) })
      }}
    >
      <AmountField
        label={t.converter.amount}
        value={text}
        errors={errors}
        onType={(each, isPasted) => state.type(each, fromRupees, isPasted)}
        onLeave={state.leave}
      >
        {fromRupees ? <span>{TARGET_CURRENCY}</span> : select}
      </AmountField>
      {fromRupees && <div className={styles['into']}>{select}</div>}
      <DateField day={asked} onChoose={chooseDay} onRefused={onRefused} />
      <ConvertButton />
      <Direction currency={currency} fromRupees={fromRupees} />
      {children}
      <OtherKind state={state} />
    </form>
  )
}

interface DateFieldProps {
  readonly day: CalendarDate
  /** Gets an empty text for a date that was cleared, which means today. */
  readonly onChoose: (day: string) => void
  readonly onRefused: (isRefused: boolean) => void
}

function DateField({ day, onChoose, onRefused }: DateFieldProps) {
  const today = useToday()
  return (
    <div
      className={styles['date']}
      onBlurCapture={({ target }) => {
        const isCleared = target instanceof HTMLInputElement && target.value === ''
        if (isCleared && day !== today) onChoose('')
      }}
    >
      <DayInput
        label={t.converter.day}
        name="date"
        max={today}
        value={day}
        wrong={t.rates.afterToday({ today })}
        hint={undefined}
        onRefused={onRefused}
        onDay={onChoose}
      />
    </div>
  )
}

interface CurrencySelectProps {
  readonly currency: Currency
  readonly label: string
  /** Beside the amount, not in it. */
  readonly isField: boolean
  readonly onChoose: (currency: Currency) => void
}

function CurrencySelect({ currency, label, isField, onChoose }: CurrencySelectProps) {
  const options = currencies().map((each) => <option key={each}>{each}</option>)
  const choice = {
    name: 'currency',
    value: currency,
    onChange: ({ target }: { target: HTMLSelectElement }) => onChoose(target.value as Currency),
  }
  if (!isField)
    return (
      <select {...choice} aria-label={label}>
        {options}
      </select>
    )
  return (
    <Field label={label} name="currency">
      {({ id, className }) => (
        <select {...choice} id={id} className={className}>
          {options}
        </select>
      )}
    </Field>
  )
}

/** The pressed button's value follows that of the hidden field, and the last one counts. */
function Direction({ currency, fromRupees }: Pick<Conversion, 'currency' | 'fromRupees'>) {
  const { switch: fromTo } = t.converter
  const directions = [
    ['', fromTo({ from: currency, to: TARGET_CURRENCY })],
    [TARGET_CURRENCY, fromTo({ from: TARGET_CURRENCY, to: currency })],
  ] as const
  return (
    <fieldset className={`wrap ranges ${styles['direction']}`} aria-label={t.converter.direction}>
      {fromRupees && <input type="hidden" name="from" value={TARGET_CURRENCY} />}
      {directions.map(([value, name]) => (
        <button
          key={value}
          type="submit"
          name="from"
          value={value}
          aria-current={(value !== '') === fromRupees ? 'true' : undefined}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

function OtherKind({ state: { shown, choose } }: { readonly state: ConversionState }) {
  const isMain = shown.kind === DEFAULT_KIND && !shown.publisher
  if (useRateChoices(shown, true).size < 2) return null
  return (
    <Disclosure summary={t.converter.otherKind} className={styles['other'] ?? ''} open={!isMain}>
      <RateSelect choice={shown} withCustoms onChoose={choose} />
    </Disclosure>
  )
}
