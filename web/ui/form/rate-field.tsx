import type { ComponentProps } from 'react'
import { formatPerUnit, SCALE, toWire, type Rate } from '../../../domain/money.ts'
import { MAX_NUMBER_LENGTH, readRateText } from '../../../domain/typed-number.ts'
import { t } from '../../../text/sentences.ts'
import { Field, useFormState } from './form.tsx'

/** Returns why a typed rate is refused; undefined for a good one and for an empty field. */
export function rateTextError(typed: string, units = 1): string | undefined {
  if (typed.trim() === '') return undefined
  const read = readRateText(typed, units)
  const text = typed.trim().slice(0, 30)
  switch (read.error) {
    case undefined:
      return undefined
    case 'ambiguous': {
      const [thousands, decimal] = read.values.map((value) => Number(value) / SCALE / units)
      return t.field.rateAmbiguous({ text, thousands: thousands ?? 0, decimal: decimal ?? 0 })
    }
    case 'decimals':
      return t.field.decimals({ most: 4 + Math.log10(units) })
    case 'size':
      return /[1-9]/.test(text) && /^[^-−–]/.test(text)
        ? t.field.atMost({ max: '99999999.9999' })
        : t.field.atLeast({ min: formatPerUnit(1 as Rate, units) })
    default:
      return t.field.rateUnclear({ text })
  }
}

/** Returns the rate of a field without an error, as requests have it. */
export function typedRate(typed: string): number | undefined {
  const read = readRateText(typed)
  return read.error === undefined ? toWire(read.rate) : undefined
}

interface RateInputProps extends ComponentProps<'input'> {
  readonly errorOf?: ((text: string) => string | undefined) | undefined
}

/** A text field, because a number field drops typed and pasted characters without a word. */
export function RateInput({ errorOf = rateTextError, onInput, ...props }: RateInputProps) {
  const check = (input: HTMLInputElement | null) =>
    input?.setCustomValidity(errorOf(input.value) ?? '')
  return (
    <input
      {...props}
      ref={check}
      inputMode="decimal"
      maxLength={MAX_NUMBER_LENGTH}
      autoComplete="off"
      onInput={(event) => {
        check(event.currentTarget)
        onInput?.(event)
      }}
    />
  )
}

type RateFieldProps = RateInputProps &
  Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'missing'>

export function RateField({ label, hint, missing, name = 'rate', ...input }: RateFieldProps) {
  const { setError } = useFormState()
  return (
    <Field label={label} hint={hint} missing={missing ?? t.field.rateMissing} name={name}>
      {({ className, defaultValue, ...control }) => (
        <RateInput
          {...(input.value === undefined && { defaultValue })}
          {...input}
          {...control}
          className={`${className} ${input.className ?? ''}`}
          onInput={(event) => {
            setError(name)
            input.onInput?.(event)
          }}
        />
      )}
    </Field>
  )
}

/** Sets a field's text like a user, so that its form hears of it. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
