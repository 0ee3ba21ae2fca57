import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject, type SubmitEvent, type SyntheticEvent } from 'react'
import { manualRateBodyFor, type ManualRate } from '../../contract/schema/entries.schema.ts'
import type { RateChange } from '../../contract/schema/rates/rate-changes.schema.ts'
import type { CallInput } from '../../contract/endpoint.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { isOpenForEntry } from '../../domain/entry-window.ts'
import { isRateKind, type Series } from '../../domain/series.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { useToday } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { focusFirstWrong } from '../ui/form/focus-first-wrong.ts'
import { entryText } from '../text/en/work/entries.ts'
import { useAction } from '../ui/use-action.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { readRate } from './rate-field.tsx'
import { useRateWarnings, type PendingWarning } from './use-rate-warnings.ts'
import { useSavedRates, type SavedRates } from './use-saved-rates.ts'

/** A day of a series. */
export interface EntryPlace extends Series {
  readonly date: CalendarDate
}

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
  /** The newest entry, as long as nothing else was done. */
  readonly saved: SavedRates
  /** What the entry is about, once something was typed or chosen; undefined while no entry is possible. */
  readonly place: EntryPlace | undefined
  /** The rate that looks wrong and waits for an answer. */
  readonly warning: PendingWarning | undefined
  /** Empties the field of the rate, and takes away what was said of the newest entry. */
  readonly clearRate: () => void
}

/** The one way by which both screens enter a rate. What was typed stays until it is saved. */
export function useManualRateEntry(screen: string): ManualRateEntry {
  const today = useToday()
  const draft = useFormDraft(screen)
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [place, setPlace] = useState<EntryPlace>()
  const { clearRate, focusRate } = useRateInput(form, () => {
    draft.forget()
    setPlace(undefined)
  })
  const follow = (current: HTMLFormElement) => {
    // Without a rate there is nothing to keep: the day would only be taken for today's the next time.
    if (new FormData(current).get('rate')) draft.keep(current)
    else draft.forget()
    setPlace(placeOf(current, today))
  }
  const { save, saved, warning } = useSave(clearRate, focusRate)
  const saving = useAction(async () => {
    if (!form.current) return
    saved.forget()
    const checked = readEntry(form.current, today)
    const { errors: wrong = {} } = checked
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (checked.errors) return
    try {
      await save(checked.input)
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
      onInput: (event) => follow(event.currentTarget),
      onSubmit: (event) => {
        event.preventDefault()
        void saving.run()
      },
    },
    values: draft.values,
    ...{ today, errors, saved, place, warning },
    busy: saving.busy,
    error: saving.error,
    clearRate: () => {
      clearRate()
      saved.forget()
    },
  }
}

type Entry = CallInput<typeof recordManualRate>['body']

/** Saves an entry that is right, unless it looks wrong and is to be corrected. */
function useSave(onSaved: () => void, onCorrect: () => void) {
  const client = useQueryClient()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  const guard = useRateWarnings()
  const save = async (entry: Entry): Promise<void> => {
    const settled = await guard.settle(entry)
    if (!settled) {
      onCorrect()
      return
    }
    const { entry: body, replaces } = settled
    const { message, data } = await call(recordManualRate, { body }, { idempotencyKey: keyFor(body) })
    renew()
    saved.show(message, changesOf(data, replaces))
    onSaved()
    refresh(client, 'rates', 'entries')
  }
  return { save, saved, warning: guard.warning }
}

/**
 * What an entry changed, where it can be told: `replaces` is the rate that stood there a moment before, null for none, undefined
 * where it is not known.
 */
function changesOf(after: ManualRate, replaces: number | null | undefined): RateChange[] {
  if (typeof replaces === 'number') return [{ before: { ...after, rate: replaces }, after }]
  const isNew = replaces === null && after.created_at === after.updated_at
  return isNew ? [{ before: null, after }] : []
}

/** What a form is about; undefined where its day is none that may be entered. */
function placeOf(form: HTMLFormElement, today: CalendarDate): EntryPlace | undefined {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [date, kind] = [text('date'), text('kind')]
  const currency = text('base_currency') || text('currency')
  if (!isCalendarDate(date) || !isOpenForEntry(date, today)) return undefined
  return isCurrency(currency) && isRateKind(kind) ? { currency, kind, date } : undefined
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
  const read = input instanceof HTMLInputElement ? readRate(input) : { error: entryText.enterRate }
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
      ...(data.get('date') === '' && { date: [entryText.noSuchDay] }),
    },
  }
}
