import { useCallback, type ComponentProps } from 'react'
import { SCALE } from '../../domain/money.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { t } from '../../text/sentences.ts'
import { Field, useFormState } from '../ui/form/form.tsx'

interface RateInputProps extends ComponentProps<'input'> {
  /** Gets why a pasted text was not taken; undefined once something else is typed. */
  readonly onUnclear: (sentence: string | undefined) => void
}

/**
 * The native number input, without its ways to change a rate silently: browsers drop a typed or
 * pasted comma ("301,25" becomes 30125) and count when a wheel turns over the field.
 */
export function RateInput({ onUnclear, ...props }: RateInputProps) {
  const takeCommas = useCallback((input: HTMLInputElement | null) => {
    const beforeInput = (event: InputEvent) => {
      if (event.inputType !== 'insertText' || event.data !== ',') return
      event.preventDefault()
      insert('.')
      if (input) markComma(input, true)
    }
    input?.addEventListener('beforeinput', beforeInput)
    return () => input?.removeEventListener('beforeinput', beforeInput)
  }, [])
  return (
    <input
      {...props}
      ref={takeCommas}
      type="number"
      inputMode="decimal"
      step="0.0001"
      min="0.0001"
      max="99999999.9999"
      autoComplete="off"
      data-missing={t.entry.enterRate}
      onInput={({ currentTarget }) => {
        onUnclear(undefined)
        markComma(currentTarget)
      }}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onPaste={(event) => {
        event.preventDefault()
        const text = event.clipboardData.getData('text').trim()
        const read = readRateText(text)
        if (read.error === undefined) insert(String(read.rate / SCALE))
        else onUnclear(read.error === 'ambiguous' ? ambiguous(text, read.values) : unclear(text))
      }}
    />
  )
}

const unclear = (text: string) => t.entry.unclear({ text: text.slice(0, 30) })

function ambiguous(text: string, values: readonly [bigint, bigint]): string {
  const [thousands, decimal] = values.map((value) => Number(value) / SCALE)
  return t.entry.ambiguous({ text, thousands: thousands ?? 0, decimal: decimal ?? 0 })
}

/**
 * Refuses a typed `330,905`, which may mean 330905 or 330.905. The field holds 330.905 because its
 * comma was replaced; `isComma` is true when that has just happened.
 */
function markComma(input: HTMLInputElement, isComma = false): void {
  if (isComma) input.dataset['comma'] = ''
  else if (!input.value.includes('.')) delete input.dataset['comma']
  const typed = input.value.replace('.', ',')
  const read = input.dataset['comma'] === undefined ? undefined : readRateText(typed)
  input.setCustomValidity(read?.error === 'ambiguous' ? ambiguous(typed, read.values) : '')
}

/** Types a text at the cursor, so that the browser's own undo takes it back. */
function insert(text: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other way for number inputs
  document.execCommand('insertText', false, text)
}

/** Sets a field's text like a user, so that its form hears of it. */
export function typeInto(input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

type RateFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint'> & {
  readonly placeholder: string
}

export function RateField({ placeholder, ...field }: RateFieldProps) {
  const { setError } = useFormState()
  return (
    <Field {...field} name="rate">
      {(control) => (
        <RateInput
          {...control}
          required
          placeholder={placeholder}
          onUnclear={(sentence) => setError('rate', sentence)}
        />
      )}
    </Field>
  )
}
