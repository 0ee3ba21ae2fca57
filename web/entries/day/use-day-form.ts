import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { key, type Series } from '../../../domain/series.ts'
import { call, errorOf } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { refresh } from '../../queries.ts'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { enteredRate } from '../offer-undo.ts'
import { useFormDraft } from '../../ui/form/form-draft.ts'
import { useSavedRates } from '../saved-notice.tsx'
import { daySeries, type DayRows } from './day-view.ts'
import { inputOfSeries, useTypedRates, type TypedRates } from './use-typed-rates.ts'

/** What must be filled in before anything is saved. */
type Missing = 'rates' | 'reason' | undefined
interface GivenRate {
  readonly series: Series
  readonly rate: number
}
type Ready =
  | { readonly given: readonly GivenRate[]; readonly reason: string; readonly missing?: undefined }
  | { readonly given?: undefined; readonly missing?: Missing }

/** What the grid of a day is of. */
export interface DayFormProps {
  readonly date: CalendarDate
  /** The bank whose rates they are. */
  readonly publisher: string | undefined
  readonly rows: DayRows
  /** Whether a rate is typed that is not saved. */
  readonly onTyped: (typed: boolean) => void
}

/**
 * The grid of a day: what is typed, its one save, and the way back. `onTyped` learns whether there
 * is anything to save.
 */
export function useDayForm({ date, publisher, rows, onTyped }: DayFormProps) {
  const client = useQueryClient()
  const draft = useFormDraft(['day', publisher, date].filter(Boolean).join(' '))
  const all = daySeries(publisher)
  const rates = useTypedRates({ date, rows, all, drafts: draft.values })
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>()
  /** What the field of the reason holds, wherever it comes to stand. */
  const [reason, setReason] = useState(draft.values['reason'])
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  const isTyped = all.some((series) => rates.rateOf(series).text)
  useEffect(() => onTyped(isTyped), [isTyped])

  const clear = (cleared: readonly Series[], of = form.current) => {
    if (!of) return
    empty(of, cleared)
    rates.clear(cleared)
    draft.keep(of)
  }
  const saving = useAction(async () => {
    // It stays what was sent where another day is shown meanwhile.
    const sent = form.current
    if (!sent) return
    saved.forget()
    const ready = await prepare(sent, rates, all)
    setMissing(ready.missing)
    if (!ready.given) return
    const { given, reason } = ready
    const enter = given.map(({ series, rate }) =>
      enteredRate({ date, ...inputOfSeries(series), rate }, rates.seenBy(series)),
    )
    const body = { enter, ...(reason !== '' && { reason }) }
    try {
      const { message, data } = await call(
        'POST /api/exchange-rate/manual/changes',
        { body },
        { idempotencyKey: keyFor(body) },
      )
      renew()
      if (form.current) saved.show(message, data)
      else showToast({ text: message })
      // The reason was one for these rates, and for no later ones.
      const reasonInput = reasonField(sent)
      if (reasonInput) reasonInput.value = ''
      setReason('')
      // What was typed over a rate while it was on its way is not saved yet.
      clear(
        given.flatMap(({ series, rate }) =>
          Number(inputOf(sent, series)?.value) === rate ? [series] : [],
        ),
        sent,
      )
    } catch (thrown) {
      markWrong(thrown, given, rates.mark)
      if (!form.current) showToast({ text: errorOf(thrown).message })
      throw thrown
    } finally {
      // What somebody else has changed is then shown beside what was typed.
      refresh(client, 'rates', 'entries')
    }
  })
  const onInput = ({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) => {
    draft.keep(currentTarget)
    setMissing(undefined)
    if (target instanceof HTMLInputElement) rates.type(target)
    else if (target instanceof HTMLTextAreaElement) setReason(target.value)
  }
  return { date, all, form, draft, reason, onInput, rates, missing, saved, saving, clear }
}

/**
 * The rates that may be sent, with the reason for those that look wrong. Where something has to be
 * done first, it is marked and has the focus, and `given` is not there.
 */
async function prepare(
  form: HTMLFormElement,
  rates: TypedRates,
  all: readonly Series[],
): Promise<Ready> {
  const filled = filledIn(form, all).map((each) => ({
    ...each,
    rate: rates.read(each.input, each.series),
  }))
  const given = filled.flatMap(({ rate, ...each }) =>
    rate === undefined ? [] : [{ ...each, rate }],
  )
  if (filled.length === 0 || given.length < filled.length) {
    const wrong = filled.find(({ rate }) => rate === undefined)
    focusField(form, wrong?.series ?? all[0])
    return wrong ? {} : { missing: 'rates' }
  }
  const looks = await Promise.all(
    given.map(({ input, series, rate }) => rates.look(input, series, rate)),
  )
  const warned = given.find((_, index) => looks[index])
  const reasonInput = reasonField(form)
  const reason = reasonInput?.value.trim() ?? ''
  if (!warned || reason !== '') return { given, reason }
  // Where there was a field for the reason, it is what is missing; at first, the rate is to be
  // looked at.
  if (reasonInput) {
    reasonInput.focus()
    return { missing: 'reason' }
  }
  warned.input.focus()
  return {}
}

function empty(form: HTMLFormElement, cleared: readonly Series[]): void {
  for (const series of cleared) {
    const input = inputOf(form, series)
    if (input) input.value = ''
  }
}

/** The field of the reason, while there is one. */
function reasonField(form: HTMLFormElement | null): HTMLTextAreaElement | undefined {
  const found = form?.elements.namedItem('reason')
  return found instanceof HTMLTextAreaElement ? found : undefined
}

/** The field of a series. */
export function inputOf(
  form: HTMLFormElement | null,
  series: Series,
): HTMLInputElement | undefined {
  const found = form?.elements.namedItem(key(series))
  return found instanceof HTMLInputElement ? found : undefined
}

/** Puts the focus on a field, with what stands in it selected; whether there is one. */
export function focusField(form: HTMLFormElement | null, series: Series | undefined): boolean {
  const input = series && inputOf(form, series)
  input?.focus()
  input?.select()
  return input !== undefined
}

/** The fields that are not empty. */
function filledIn(
  form: HTMLFormElement,
  all: readonly Series[],
): { series: Series; input: HTMLInputElement }[] {
  return all.flatMap((series) => {
    const input = inputOf(form, series)
    return !input || (input.value === '' && !input.validity.badInput) ? [] : [{ series, input }]
  })
}

/** Puts what the server says about a rate beside it. */
function markWrong(
  thrown: unknown,
  given: readonly GivenRate[],
  mark: (series: Series, sentence: string) => void,
): void {
  for (const [field, [sentence]] of Object.entries(errorOf(thrown).fields)) {
    const at = /^enter\.(\d+)\./.exec(field)?.[1]
    const series = at === undefined ? undefined : given[Number(at)]?.series
    if (series && sentence !== undefined) mark(series, sentence)
  }
}
