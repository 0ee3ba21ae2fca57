import { useState, type SyntheticEvent } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency, unitsFields } from '../../domain/currency.ts'
import { isOpenForEntry } from '../../domain/rate-warnings.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { useToday } from '../page-context.ts'
import type { Checked } from '../ui/form/check-form.ts'
import { textsOf } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { t } from '../../text/sentences.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { readRate } from './rate-input.tsx'
import { useRateWarnings } from './use-rate-warnings.ts'

/** A rate as a form sends it. */
export type RateInputBody = InputOf<'POST /api/exchange-rate/manual'>['body']

/** A day of a series. */
export interface EntryPlace extends Series {
  readonly date: CalendarDate
}

type Confirm = ReturnType<typeof useRateWarnings>['confirm']

/** Fetched when the form is first touched: it can be seen without it. */
const loadCheck = () => import('./check-entry.ts')

/** What `RateForm` draws. */
export type RateFormState = ReturnType<typeof useRateForm>

interface RateFormOptions {
  /** Under which name what is typed is kept until it is saved. */
  readonly draft: string
  /** What its fields hold at first, where nothing was kept. */
  readonly values?: Readonly<Record<string, string>>
  /** Of an entry that stays of its day and series: the form has only the rate. */
  readonly of?: Omit<RateInputBody, 'rate'>
  /** Before anything is checked. */
  readonly onSend?: () => void
  /**
   * Saves a rate, which `confirm` asks about where it looks wrong. Gives whether it is saved; one
   * that is not is to be corrected.
   */
  readonly save: (entry: RateInputBody, confirm: Confirm) => Promise<boolean>
}

/**
 * A form for one rate, whatever its fields are. A rate that looks wrong is asked about before it is
 * saved, and what was typed stays until it is.
 */
export function useRateForm({ draft: name, values = {}, of, onSend, save }: RateFormOptions) {
  const today = useToday()
  const draft = useFormDraft(name)
  const guard = useRateWarnings()
  /**
   * What the entry is about, once something was typed or chosen; undefined while no entry is
   * possible.
   */
  const [place, setPlace] = useState<EntryPlace>()
  const { form, ...sending } = useForm({
    check: (_, element) => {
      onSend?.()
      return of ? readFixed(element, of) : readEntry(element)
    },
    send: async (entry, element) => {
      const isSaved = await save(entry, guard.confirm)
      // What was typed over the rate while it was checked and saved is not saved yet.
      const now = readRateOf(element)
      if (!isSaved) focusRate()
      else if ('rate' in now && now.rate === entry.rate) clearRate()
    },
  })
  const focusRate = () => requestAnimationFrame(() => rateInput(form.ref.current)?.select())
  /** Empties the field of the rate and forgets what was kept. */
  const clearRate = () => {
    const input = rateInput(form.ref.current)
    if (input) input.value = ''
    draft.forget()
    setPlace(undefined)
  }
  const onInput = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    // Without a rate there is nothing to keep: the day would only be taken for today's the next
    // time.
    if (new FormData(currentTarget).get('rate')) draft.keep(currentTarget)
    else draft.forget()
    setPlace(placeOf(currentTarget, today))
  }
  return {
    ...sending,
    form: { ...form, onInput, onFocus: () => void loadCheck().catch(() => undefined) },
    /** What the fields hold at first, by name. */
    values: { ...values, ...draft.values },
    warning: guard.warning,
    place,
    clearRate,
    focusRate,
    forget: draft.forget,
  }
}

/** What a form is about; undefined where its day is none that may be entered. */
function placeOf(form: HTMLFormElement, today: CalendarDate): EntryPlace | undefined {
  const { date, base_currency: base, currency = base } = textsOf(form)
  if (!isCalendarDate(date) || !isOpenForEntry(date, today)) return undefined
  return isCurrency(currency) ? { ...seriesOf(currency), date } : undefined
}

/** The field of the rate in a form. */
function rateInput(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const found = form?.elements.namedItem('rate')
  return found instanceof HTMLInputElement ? found : undefined
}

function readFixed(form: HTMLFormElement, of: Omit<RateInputBody, 'rate'>): Checked<RateInputBody> {
  const read = readRateOf(form)
  return 'error' in read ? { errors: { rate: [read.error] } } : { input: { ...of, ...read } }
}

/** What a form holds, as the server wants it, or what is wrong with each field. */
async function readEntry(form: HTMLFormElement): Promise<Checked<RateInputBody>> {
  const read = readRateOf(form)
  const fields = Object.fromEntries(new FormData(form))
  const currency = fields['base_currency'] ?? fields['currency']
  const given = {
    ...fields,
    rate: 'rate' in read ? read.rate : undefined,
    ...(isCurrency(currency) && unitsFields(currency)),
  }
  const checked: Checked<RateInputBody> = await loadCheck().then(
    ({ checkEntry }) => checkEntry(given),
    // Where it cannot be loaded, the server's own is enough.
    () => ({ input: given as RateInputBody }),
  )
  if (!checked.errors || 'rate' in read) return checked
  // The schema sees a value; this knows what was typed.
  return { errors: { ...checked.errors, rate: [read.error] } }
}

function readRateOf(form: HTMLFormElement): ReturnType<typeof readRate> {
  const input = rateInput(form)
  return input ? readRate(input) : { error: t.entry.enterRate }
}
