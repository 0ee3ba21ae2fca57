import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { manualRateBodyFor, type ManualRate } from '../../contract/schema/entries.schema.ts'
import type { RateChange } from '../../contract/schema/rates/rate-changes.schema.ts'
import type { CallInput } from '../../contract/endpoint.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { isOpenForEntry } from '../../domain/entry-window.ts'
import { isRateKind, type Series } from '../../domain/series.ts'
import { call } from '../api.ts'
import { useToday } from '../page-context.ts'
import { refresh } from '../queries.ts'
import { checkForm, type Checked } from '../ui/form/check-form.ts'
import { useForm } from '../ui/form/use-form.ts'
import { entryText } from '../text/en/work/entries.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { readRate } from './rate-input.tsx'
import { useRateWarnings } from './use-rate-warnings.ts'
import { useSavedRates } from './saved-notice.tsx'

/** A day of a series. */
export interface EntryPlace extends Series {
  readonly date: CalendarDate
}

/** A form that enters a rate by hand, whatever its fields look like. */
export type ManualRateEntry = ReturnType<typeof useManualRateEntry>

/** The one way by which both screens enter a rate. What was typed stays until it is saved. */
export function useManualRateEntry(screen: string) {
  const today = useToday()
  const draft = useFormDraft(screen)
  /** What the entry is about, once something was typed or chosen; undefined while no entry is possible. */
  const [place, setPlace] = useState<EntryPlace>()
  const { save, saved, warning } = useSave()
  const { form, ...sending } = useForm({
    check: (_, element) => {
      saved.forget()
      return readEntry(element, today)
    },
    send: async (entry, element) => {
      const sent = rateInput(element)?.value
      if (!(await save(entry))) requestAnimationFrame(() => rateInput(element)?.select())
      // What was typed over the rate while it was on its way is not saved yet.
      else if (rateInput(element)?.value === sent) clearRate()
    },
  })
  const clearRate = () => {
    const input = rateInput(form.ref.current)
    if (input) input.value = ''
    draft.forget()
    setPlace(undefined)
  }
  const onInput = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    // Without a rate there is nothing to keep: the day would only be taken for today's the next time.
    if (new FormData(currentTarget).get('rate')) draft.keep(currentTarget)
    else draft.forget()
    setPlace(placeOf(currentTarget, today))
  }
  return {
    ...sending,
    form: { ...form, onInput },
    /** What the fields hold at first, by name. */
    values: draft.values,
    ...{ today, saved, place, warning },
    /** Empties the field of the rate, and takes away what was said of the newest entry. */
    clearRate: () => {
      clearRate()
      saved.forget()
    },
  }
}

type Entry = CallInput<typeof recordManualRate>['body']

/** Saves an entry that is right, unless it looks wrong and is to be corrected: then `save` gives false. */
function useSave() {
  const client = useQueryClient()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  const guard = useRateWarnings()
  const save = async (entry: Entry): Promise<boolean> => {
    const settled = await guard.settle(entry)
    if (!settled) return false
    const { entry: body, replaces } = settled
    const { message, data } = await call(recordManualRate, { body }, { idempotencyKey: keyFor(body) })
    renew()
    saved.show(message, changesOf(data, replaces))
    refresh(client, 'rates', 'entries')
    return true
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

/** The field of the rate in a form. */
function rateInput(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const found = form?.elements.namedItem('rate')
  return found instanceof HTMLInputElement ? found : undefined
}

/** What a form holds, as the server wants it, or what is wrong with each field. */
function readEntry(form: HTMLFormElement, today: CalendarDate): Checked<Entry> {
  const data = new FormData(form)
  const input = rateInput(form)
  const read = input ? readRate(input) : { error: entryText.enterRate }
  const rate = 'rate' in read ? read.rate : undefined
  const checked = checkForm(
    manualRateBodyFor(() => today),
    { ...Object.fromEntries(data), rate },
  )
  if (!checked.errors) return checked
  return {
    errors: {
      ...checked.errors,
      // The schema sees a value; this knows what was typed.
      ...('error' in read && { rate: [read.error] }),
    },
  }
}
