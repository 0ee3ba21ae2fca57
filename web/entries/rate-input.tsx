import { useCallback, type ComponentProps } from 'react'
import { inputError } from '../../domain/input-error.ts'
import { rateFromText, toWire } from '../../domain/money.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { t } from '../../text/sentences.ts'

interface RateInputProps extends ComponentProps<'input'> {
  /** Says why a pasted text was not taken; undefined once something else is typed. */
  readonly onUnclear: (sentence: string | undefined) => void
}

/**
 * The native number input, corrected where it would change a rate without a word: browsers drop a
 * comma that is typed or pasted ("301,25" becomes 30125) and count up and down when a wheel turns
 * over it.
 */
export function RateInput({ onUnclear, required = true, ...props }: RateInputProps) {
  const takeCommas = useCallback((input: HTMLInputElement | null) => {
    const beforeInput = (event: InputEvent) => {
      if (event.inputType !== 'insertText' || event.data !== ',') return
      event.preventDefault()
      insert('.')
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
      required={required}
      autoComplete="off"
      onInput={() => onUnclear(undefined)}
      onWheel={(event) => event.currentTarget.blur()}
      onPaste={(event) => {
        event.preventDefault()
        const text = event.clipboardData.getData('text')
        const rate = pastedRate(text)
        if (rate === undefined) onUnclear(t.entry.unclear({ text: text.trim().slice(0, 30) }))
        else insert(rate)
      }}
    />
  )
}

/** What a rate field holds: rupees as a JSON number, or what is wrong with it. */
export function readRate(
  input: HTMLInputElement,
): { readonly rate: number } | { readonly error: string } {
  const text = input.value.trim()
  if (text === '')
    return {
      error: inputErrorSentence(
        inputError(input.validity.badInput ? 'rate not a number' : 'rate missing'),
      ),
    }
  const rate = rateFromText(text)
  return typeof rate === 'string'
    ? { error: inputErrorSentence(inputError(`rate ${rate}`)) }
    : { rate: toWire(rate) }
}

/** Types a text where the cursor is; a number input offers no other way that can be undone. */
function insert(text: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- every browser has it, none has another for number inputs
  document.execCommand('insertText', false, text)
}

/**
 * The decimal in what was pasted from a bank's page or a spreadsheet, written as a number field
 * takes it: `LKR 1,301.25` → `1301.25`, `301,25` → `301.25`. Undefined where it could mean two
 * numbers (`301,250`, two cells) or none.
 */
export function pastedRate(text: string): string | undefined {
  const cell = text.trim()
  if (/[\t\r\n]/.test(cell)) return undefined
  const bare = cell.replace(/^(?:LKR|Rs\.?)|(?:LKR)$/gi, '').replace(/[\s\u00a0\u202f']/g, '')
  if (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(bare)) return bare
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(bare) || /^\d{1,3}(?:,\d{3}){2,}$/.test(bare))
    return bare.replaceAll(',', '')
  const comma = /^(\d+),(\d+)$/.exec(bare)
  return comma?.[2] && comma[2].length !== 3 ? bare.replace(',', '.') : undefined
}
