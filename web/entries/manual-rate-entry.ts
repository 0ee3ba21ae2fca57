import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject, type SubmitEvent, type SyntheticEvent } from 'react'
import { manualRateBodyFor } from '../../contract/schema/entries.schema.ts'
import { recordManualRate } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { useToday } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { focusFirstWrong } from '../ui/form/focus-first-wrong.ts'
import { useAction } from '../ui/use-action.ts'
import { useEntryDraft } from './entry-draft.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { readRate } from './rate-field.tsx'
import { useRateWarnings, type PendingWarning } from './use-rate-warnings.ts'

/** A form that enters a rate by hand, whatever its fields look like. */
export interface ManualRateEntry {
  /** For the `<form>`. */
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onInput: (event: SyntheticEvent<HTMLFormElement>) => void
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
  /** What the fields hold at first, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly today: CalendarDate
  readonly errors: FieldErrors
  readonly busy: boolean
  readonly error: ApiError | undefined
  /** What the server said to the newest entry. */
  readonly saved: string | undefined
  /** The rate that looks wrong and waits for an answer. */
  readonly warning: PendingWarning | undefined
  readonly clearRate: () => void
}

/** The one way by which both screens enter a rate. What was typed stays until it is saved. */
export function useManualRateEntry(screen: string): ManualRateEntry {
  const client = useQueryClient()
  const today = useToday()
  const draft = useEntryDraft(screen)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [saved, setSaved] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()

  const guard = useRateWarnings()

  const { clearRate, focusRate } = useRateInput(form, draft.forget)
  const saving = useAction(async () => {
    if (!form.current) return
    setSaved(undefined)
    const checked = readEntry(form.current, today)
    const { errors: wrong = {} } = checked
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (checked.errors) return
    try {
      const body = await guard.settle(checked.input)
      if (!body) {
        focusRate()
        return
      }
      const response = await call(recordManualRate, { body }, { idempotencyKey: keyFor(body) })
      renew()
      setSaved(response.message)
      clearRate()
      refresh(client, 'rates', 'entries')
    } catch (thrown) {
      const { fields } = errorOf(thrown)
      setErrors(fields)
      focusFirstWrong(form.current, fields)
      throw thrown
    }
  })
  return {
    form: {
      ref: form,
      noValidate: true,
      onInput: (event) => draft.keep(event.currentTarget),
      onSubmit: (event) => {
        event.preventDefault()
        void saving.run()
      },
    },
    values: draft.values,
    today,
    errors,
    busy: saving.busy,
    error: saving.error,
    saved,
    warning: guard.warning,
    clearRate,
  }
}

/** The field of the rate in a form; `onClear` follows when it is emptied. */
function useRateInput(form: RefObject<HTMLFormElement | null>, onClear: () => void) {
  const rateInput = () => {
    const found = form.current?.elements.namedItem('rate')
    return found instanceof HTMLInputElement ? found : undefined
  }
  const clearRate = () => {
    const input = rateInput()
    if (input) input.value = ''
    onClear()
  }
  const focusRate = () => requestAnimationFrame(() => rateInput()?.select())
  return { clearRate, focusRate }
}

/** What a form holds, as the server wants it, or what is wrong with each field. */
function readEntry(form: HTMLFormElement, today: CalendarDate) {
  const data = new FormData(form)
  const input = form.elements.namedItem('rate')
  const read = input instanceof HTMLInputElement ? readRate(input) : { error: 'Enter the rate.' }
  const rate = 'rate' in read ? read.rate : undefined
  const checked = checkForm(
    manualRateBodyFor(() => today),
    { ...Object.fromEntries(data), rate },
  )
  if (!checked.errors) return checked
  return {
    errors: {
      ...checked.errors,
      // The schema sees a value; these know what was typed.
      ...('error' in read && { rate: [read.error] }),
      ...(data.get('date') === '' && { date: ['Enter a date that exists, with day, month and year.'] }),
    },
  }
}
