import type { ReactNode } from 'react'
import { MAX_NUMBER_LENGTH } from '../../domain/typed-number.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY } from '../../domain/currency.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { localAddress } from '../language/page-language.ts'
import { useToday } from '../page-context.ts'
import { kindOf, type Side } from '../rates/side.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { bareAmount, type Conversion } from './conversion-choice.ts'
import styles from './converter.module.css'
import { RateUsed } from './rate-used.tsx'
import { useConversion, type ConversionInput } from './use-conversion.ts'

interface ConverterProps extends ConversionInput {
  /**
   * The sides to choose from, with the currency; left out where the screen itself is of a currency
   * and a side.
   */
  readonly sides?: readonly (Side | undefined)[]
}

/**
 * Converts both ways, exactly: an amount that is typed in either field computes the other. What was
 * typed is in the address. Without scripts it is a form that requests the address.
 */
export function Converter({ sides, ...input }: ConverterProps) {
  const { conversion, rate, addressOf } = input
  const state = useConversion(input, sides === undefined)
  const { shown, choose } = state
  const today = useToday()
  return (
    <form
      action={localAddress(addressOf(conversion)).split('?')[0]}
      method="get"
      className={styles['converter']}
      onSubmit={(event) => event.preventDefault()}
    >
      <AmountField state={state} label={t.converter.amount} ofRupees={false}>
        {sides ? (
          <select
            name="currency"
            aria-label={t.rateSummary.currency}
            value={shown.currency}
            onChange={({ target }) =>
              choose({
                typed: bareAmount(shown.typed),
                currency: currencies().find((each) => each === target.value) ?? shown.currency,
              })
            }
          >
            {currencies().map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        ) : (
          <span>{shown.currency}</span>
        )}
      </AmountField>
      <AmountField state={state} label={t.converter.rupees} ofRupees>
        <span>{TARGET_CURRENCY}</span>
      </AmountField>
      <div className={styles['used']}>
        <RateUsed rate={rate} day={conversion.date} named={input.named} />
        {state.isUnderstood && (
          <CopyButton figure={state.sides?.figure}>
            {t.converter.copy}
            <span className="visually-hidden">{t.converter.copyResult}</span>
          </CopyButton>
        )}
      </div>
      <SideField shown={shown} sides={sides} choose={choose} />
      <DayInput
        label={t.converter.day}
        name="date"
        max={today}
        value={shown.date ?? today}
        onDay={(day) => choose({ date: isCalendarDate(day) ? day : undefined })}
      />
      {shown.publisher && <input type="hidden" name="publisher" value={shown.publisher} />}
      <noscript>
        <Direction shown={shown} />
      </noscript>
    </form>
  )
}

interface AmountFieldProps {
  readonly state: ReturnType<typeof useConversion>
  readonly label: string
  readonly ofRupees: boolean
  /** What it is in. */
  readonly children: ReactNode
}

/** An amount with what it is in; only the one that is given has a name in the address. */
function AmountField({ state, label, ofRupees, children }: AmountFieldProps) {
  const { value, errors, hint } = state.field(ofRupees)
  const isGiven = state.inRupees === ofRupees
  return (
    <Field label={label} name="amount" errors={errors} hint={hint || undefined}>
      {({ name, ...control }) => (
        <div className={styles['amount']}>
          <input
            {...control}
            className={undefined}
            name={isGiven ? name : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={MAX_NUMBER_LENGTH}
            value={value}
            onChange={({ target, nativeEvent }) =>
              state.type(
                target.value,
                ofRupees,
                (nativeEvent as InputEvent).inputType === 'insertFromPaste',
              )
            }
            // What is pasted or typed next is another amount.
            onFocus={({ target }) => target.select()}
            onBlur={state.leave}
          />
          {children}
        </div>
      )}
    </Field>
  )
}

interface PartProps {
  readonly shown: Conversion
  readonly choose: (next: Partial<Conversion>) => void
}

/** Chooses a side where several are known; where the screen is of one, a form keeps it. */
function SideField({ shown, choose, sides }: PartProps & { sides: ConverterProps['sides'] }) {
  const { side } = shown
  if (!sides) return side && <input type="hidden" name="side" value={side} />
  if (sides.length < 2) return null
  return (
    <Select
      label={t.sides.label}
      name="side"
      values={sides.map((each) => each ?? '')}
      textOf={(each) => t.kindNames[kindOf(each || undefined) ?? DEFAULT_KIND]}
      value={side ?? ''}
      onValue={(each) => choose({ side: each || undefined })}
    />
  )
}

/** Says which way without scripts. */
function Direction({ shown: { currency, fromRupees } }: Pick<PartProps, 'shown'>) {
  const { direction, fromTo, convert } = t.converter
  return (
    <span className="buttons">
      <select name="from" aria-label={direction} defaultValue={fromRupees ? TARGET_CURRENCY : ''}>
        <option value="">{fromTo({ from: currency, to: TARGET_CURRENCY })}</option>
        <option value={TARGET_CURRENCY}>{fromTo({ from: TARGET_CURRENCY, to: currency })}</option>
      </select>
      <Button type="submit">{convert}</Button>
    </span>
  )
}
