import { useCallback, type ComponentProps } from 'react'
import { readRateText } from '../../domain/typed-number.ts'
import { t } from '../../text/sentences.ts'
import { Field, useFormState } from '../ui/form/form.tsx'
import { rateTextError, typedRate } from '../ui/form/rate-field.tsx'

type NumberRateFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint'> & {
  readonly placeholder: string
}

/**
 * The native number input of the specified forms. Browsers drop characters that are typed or pasted
 * into it ("301,25" becomes 30125), so each of these is refused with a sentence.
 */
export function NumberRateField({ placeholder, ...field }: NumberRateFieldProps) {
  const { setError } = useFormState()
  const guard = useCallback(
    (input: HTMLInputElement | null) => {
      const beforeInput = (event: InputEvent) => {
        if (input) takeTyped(input, event, (sentence) => setError('rate', sentence))
      }
      input?.addEventListener('beforeinput', beforeInput)
      return () => input?.removeEventListener('beforeinput', beforeInput)
    },
    [setError],
  )
  return (
    <Field {...field} name="rate">
      {(control) => (
        <input
          {...control}
          ref={guard}
          type="number"
          inputMode="decimal"
          step="0.0001"
          min="0.0001"
          max="99999999.9999"
          required
          placeholder={placeholder}
          autoComplete="off"
          data-missing={t.field.rateMissing}
          onInput={({ currentTarget, nativeEvent }) => {
            setError('rate', markTyped(currentTarget, nativeEvent))
          }}
          // A turned wheel would count.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onPaste={(event) => {
            event.preventDefault()
            setError('rate', insertRate(event.clipboardData.getData('text')))
          }}
          onDrop={(event) => {
            event.preventDefault()
            event.currentTarget.focus()
            setError('rate', insertRate(event.dataTransfer.getData('text')))
          }}
        />
      )}
    </Field>
  )
}

/**
 * Takes a typed comma as the decimal point and refuses what the browser would drop. A digit after a
 * refused character makes the field wrong until the rate is typed again.
 */
function takeTyped(
  input: HTMLInputElement,
  event: InputEvent,
  show: (sentence: string | undefined) => void,
): void {
  const { inputType, data } = event
  const { dataset, value, validity } = input
  if (inputType !== 'insertText' || data === null || /^(?:-|\d+(?:\.\d*)?)$/.test(data)) return
  const isFirst = value === '' && !validity.badInput
  const hasMark = dataset['mark'] !== undefined || value.includes('.')
  if (data === '.' && !hasMark && !(isFirst && dataset['refused'])) {
    dataset['mark'] = data
    return
  }
  event.preventDefault()
  if (data === ',' && !hasMark) {
    insert('.')
    dataset['mark'] = data
    return
  }
  if (data.length > 1) {
    // A keyboard can insert a whole text, such as a spoken one.
    show(insertRate(data))
    return
  }
  dataset['refused'] = t.entry.refused({ character: data })
  show(dataset['refused'])
}

/**
 * Returns why what was typed is refused. A typed `330,905` may mean 330905 or 330.905; the field
 * holds 330.905, because its comma was replaced.
 */
function markTyped(
  input: HTMLInputElement,
  { inputType, data }: Partial<InputEvent>,
): string | undefined {
  const { value, validity, dataset } = input
  const isCorrected = inputType?.startsWith('delete') === true && !validity.customError
  // Browsers leave a point at the end out of `value`.
  if (!value.includes('.') && data !== '.') delete dataset['mark']
  if ((value.length < 2 && !validity.badInput) || isCorrected) delete dataset['refused']
  const typed = dataset['mark'] === ',' ? value.replace('.', ',') : ''
  const read = typed === '' ? undefined : readRateText(typed)
  const wrong =
    dataset['refused'] ?? (read?.error === 'ambiguous' ? rateTextError(typed) : undefined)
  input.setCustomValidity(wrong ?? '')
  return dataset['refused']
}

/** Returns why a pasted text is not inserted. */
function insertRate(text: string): string | undefined {
  const rate = typedRate(text)
  if (rate === undefined) return rateTextError(text)
  insert(String(rate))
  return undefined
}

/** Types a text at the cursor, so that the browser's own undo takes it back. */
function insert(text: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other way for number inputs
  document.execCommand('insertText', false, text)
}
