import { use, useRef, useState, type RefObject, type SubmitEvent, type SyntheticEvent } from 'react'
import { manualRateBodyFor, recordManualRate } from '../../contract/manual-rate.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { call, faultOf, type ApiFault } from '../api.ts'
import { useToday } from '../page-data.ts'
import { Cache } from '../query.ts'
import { checkForm, type FieldErrors } from '../ui/check-form.ts'
import { focusFirstWrong } from '../ui/focus-first-wrong.ts'
import { useAct } from '../ui/use-act.ts'
import { useEntryDraft } from './entry-draft.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { readRate } from './rate-field.tsx'
import { useSlipGuard, type Doubt } from './slip-guard.ts'

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
  readonly fault: ApiFault | undefined
  /** What the server said to the newest entry. */
  readonly saved: string | undefined
  /** The rate that looks wrong and waits for an answer. */
  readonly doubt: Doubt | undefined
  readonly clearRate: () => void
}

/** The one way by which both screens enter a rate. What was typed stays until it is saved. */
export function useManualRateEntry(screen: string): ManualRateEntry {
  const cache = use(Cache)
  const today = useToday()
  const draft = useEntryDraft(screen)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [saved, setSaved] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()

  const guard = useSlipGuard()

  const rateInput = () => {
    const found = form.current?.elements.namedItem('rate')
    return found instanceof HTMLInputElement ? found : undefined
  }
  const clearRate = () => {
    const input = rateInput()
    if (input) input.value = ''
    draft.forget()
  }
  const focusRate = () => requestAnimationFrame(() => rateInput()?.select())
  const saving = useAct(async () => {
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
      const answer = await call(recordManualRate, { body }, { idempotencyKey: keyFor(body) })
      renew()
      setSaved(answer.message)
      clearRate()
      cache.invalidate('/api/exchange-rate/')
    } catch (thrown) {
      const { fields } = faultOf(thrown)
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
    fault: saving.fault,
    saved,
    doubt: guard.doubt,
    clearRate,
  }
}

/** What a form holds, as the server wants it, or what is wrong with each field. */
function readEntry(form: HTMLFormElement, today: CalendarDate) {
  const data = new FormData(form)
  const input = form.elements.namedItem('rate')
  const read = input instanceof HTMLInputElement ? readRate(input) : { fault: 'Enter the rate.' }
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
      ...('fault' in read && { rate: [read.fault] }),
      ...(data.get('date') === '' && { date: ['Enter a date that exists, with day, month and year.'] }),
    },
  }
}
