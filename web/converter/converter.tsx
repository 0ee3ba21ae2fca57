import { MAX_AMOUNT_LENGTH } from '../../domain/conversion/amount-text.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY } from '../../domain/currency.ts'
import { localAddress } from '../language/page-language.ts'
import { useToday } from '../page-context.ts'
import type { Side } from '../rates/side.ts'
import { converterText } from '../text/en/converter.ts'
import { SIDES_TEXT } from '../text/en/sides.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { bareAmount, conversionAddress, type Conversion } from './conversion-choice.ts'
import { ConversionResult } from './conversion-result.tsx'
import styles from './converter.module.css'
import { useConversion, type ConversionInput } from './use-conversion.ts'

interface ConverterProps extends ConversionInput {
  /** The sides to choose from, with the currency; left out where the screen itself is of a currency and a side. */
  readonly sides?: readonly (Side | undefined)[]
}

/**
 * Converts both ways, exactly. What was typed is in the address together with the rate's day, so that whoever opens it later sees
 * the same result; without scripts it is a form that requests that address.
 */
export function Converter({ sides, ...input }: ConverterProps) {
  const { conversion, rate, addressOf } = input
  const { shown, converted, errors, type, choose } = useConversion(input, sides === undefined)
  const from = shown.fromRupees ? TARGET_CURRENCY : shown.currency
  const today = useToday()
  return (
    <Card title={converterText.title}>
      <form
        action={localAddress(addressOf(conversion)).split('?')[0]}
        method="get"
        className={styles['fields']}
        onSubmit={(event) => event.preventDefault()}
      >
        <Field label={converterText.amount(from)} name="amount" errors={errors}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_AMOUNT_LENGTH}
              value={shown.typed}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
        {sides && <CurrencyField shown={shown} choose={choose} />}
        <DayInput
          label={converterText.day}
          name="date"
          max={today}
          value={shown.date ?? today}
          onDay={(day) => choose({ date: isCalendarDate(day) ? day : undefined })}
        />
        <SideField shown={shown} sides={sides} choose={choose} />
        <noscript>
          <Direction shown={shown} />
        </noscript>
      </form>
      <ConversionResult
        converted={converted}
        rate={rate}
        address={conversionAddress({ ...shown, date: rate?.date ?? shown.date })}
        onSwap={() => choose({ typed: bareAmount(shown.typed), fromRupees: !shown.fromRupees })}
      />
    </Card>
  )
}

interface PartProps {
  readonly shown: Conversion
  readonly choose: (next: Partial<Conversion>) => void
}

function CurrencyField({ shown, choose }: PartProps) {
  return (
    <Select
      label={converterText.currency}
      name="currency"
      values={CURRENCIES}
      value={shown.currency}
      onValue={(currency) => choose({ typed: bareAmount(shown.typed), currency })}
    />
  )
}

/** Chooses a side where several are known; where the screen is of one, a form keeps it. */
function SideField({ shown, choose, sides }: PartProps & { sides: ConverterProps['sides'] }) {
  const { side } = shown
  if (!sides) return side && <input type="hidden" name="side" value={side} />
  if (sides.length < 2) return null
  return (
    <Select
      label={SIDES_TEXT.label}
      name="side"
      values={sides.map((each) => each ?? '')}
      textOf={(each) => SIDES_TEXT[each || 'reference']}
      value={side ?? ''}
      onValue={(each) => choose({ side: each || undefined })}
    />
  )
}

/** Swaps without scripts. */
function Direction({ shown: { currency, fromRupees } }: Pick<PartProps, 'shown'>) {
  const { direction, fromTo, convert } = converterText
  return (
    <span className={styles['direction']}>
      <select name="from" aria-label={direction} defaultValue={fromRupees ? TARGET_CURRENCY : ''}>
        <option value="">{fromTo(currency, TARGET_CURRENCY)}</option>
        <option value={TARGET_CURRENCY}>{fromTo(TARGET_CURRENCY, currency)}</option>
      </select>
      <Button type="submit">{convert}</Button>
    </span>
  )
}
