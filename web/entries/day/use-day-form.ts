import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeManualRates } from '../../../contract/rates/rate-changes.ts'
import type { DayRow } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { CURRENCIES, type Currency } from '../../../domain/currency.ts'
import { DEFAULT_KIND } from '../../../domain/series.ts'
import { call, errorOf } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { refresh } from '../../queries.ts'
import { useAction } from '../../ui/use-action.ts'
import { enteredRate } from '../change-rates.ts'
import { useEntryDraft } from '../entry-draft.ts'
import { useSavedRates } from '../use-saved-rates.ts'
import type { DayView } from './day-view.ts'
import { useTypedRates, type TypedRates } from './use-typed-rates.ts'

/** What must be filled in before anything is saved. */
type Missing = 'rates' | 'reason' | undefined
interface GivenRate {
  readonly code: Currency
  readonly rate: number
}
type Ready =
  | { readonly given: readonly GivenRate[]; readonly reason: string; readonly missing?: undefined }
  | { readonly given?: undefined; readonly missing?: Missing }

/** The grid of a day: what is typed, its one save, and the way back. */
export function useDayForm(view: DayView, rows: readonly DayRow[]) {
  const client = useQueryClient()
  const draft = useEntryDraft(`day ${view.date} ${view.kind}`)
  const rates = useTypedRates(view, rows, draft.values)
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()

  const clear = (codes: readonly Currency[]) => {
    if (!form.current) return
    for (const code of codes) {
      const input = inputOf(form.current, code)
      if (input) input.value = ''
    }
    rates.clear(codes)
    draft.keep(form.current)
  }
  const saving = useAction(async () => {
    if (!form.current) return
    saved.forget()
    const ready = await prepare(form.current, rates)
    setMissing(ready.missing)
    if (!ready.given) return
    const { given, reason } = ready
    const kind = view.kind === DEFAULT_KIND ? {} : { kind: view.kind }
    const enter = given.map(({ code, rate }) =>
      enteredRate({ date: view.date, base_currency: code, rate, ...kind }, rates.typed[code]?.seen ?? null),
    )
    const body = { enter, ...(reason !== '' && { reason }) }
    try {
      const { message, data } = await call(changeManualRates, { body }, { idempotencyKey: keyFor(body) })
      renew()
      saved.show(message, data)
      // What was typed over a rate while it was on its way is not saved yet.
      clear(given.flatMap(({ code, rate }) => (valueOf(form.current, code) === rate ? [code] : [])))
    } catch (thrown) {
      markWrong(thrown, given, rates.mark)
      throw thrown
    } finally {
      // What somebody else has changed is then shown beside what was typed.
      refresh(client, 'rates', 'entries')
    }
  })
  return { form, draft, rates, missing, saved, saving, clear }
}

/**
 * The rates that may be sent, with the reason for those that look wrong. Where something has to be done first, it is marked and
 * has the focus, and `given` is not there.
 */
async function prepare(form: HTMLFormElement, rates: TypedRates): Promise<Ready> {
  const filled = filledIn(form).map((each) => ({ ...each, rate: rates.read(each.input, each.code) }))
  const given = filled.flatMap(({ rate, ...each }) => (rate === undefined ? [] : [{ ...each, rate }]))
  if (filled.length === 0 || given.length < filled.length) {
    const wrong = filled.find(({ rate }) => rate === undefined)
    focusField(form, wrong?.code ?? CURRENCIES[0])
    return wrong ? {} : { missing: 'rates' }
  }
  const looks = await Promise.all(given.map(({ input, code, rate }) => rates.look(input, code, rate)))
  const warned = given.find((_, index) => looks[index])
  const asked = form.elements.namedItem('reason')
  const reason = asked instanceof HTMLTextAreaElement ? asked.value.trim() : ''
  if (!warned || reason !== '') return { given, reason }
  // Where the reason was asked for before, it is what is missing; at first, the rate is to be looked at.
  if (asked instanceof HTMLTextAreaElement) {
    asked.focus()
    return { missing: 'reason' }
  }
  warned.input.focus()
  return {}
}

/** What a field holds, with its currency. */
export function inputOf(form: HTMLFormElement | null, code: Currency): HTMLInputElement | undefined {
  const found = form?.elements.namedItem(code)
  return found instanceof HTMLInputElement ? found : undefined
}

/** Puts the focus on a field, with what stands in it selected; whether there is one. */
export function focusField(form: HTMLFormElement | null, code: Currency | undefined): boolean {
  const input = code && inputOf(form, code)
  input?.focus()
  input?.select()
  return input !== undefined
}

const valueOf = (form: HTMLFormElement | null, code: Currency) => Number(inputOf(form, code)?.value)

/** The fields that are not empty. */
function filledIn(form: HTMLFormElement): { code: Currency; input: HTMLInputElement }[] {
  return CURRENCIES.flatMap((code) => {
    const input = inputOf(form, code)
    return !input || (input.value === '' && !input.validity.badInput) ? [] : [{ code, input }]
  })
}

/** Puts what the server says about a rate beside it. */
function markWrong(
  thrown: unknown,
  given: readonly GivenRate[],
  mark: (code: Currency, sentence: string) => void,
): void {
  for (const [field, [sentence]] of Object.entries(errorOf(thrown).fields)) {
    const at = /^enter\.(\d+)\./.exec(field)?.[1]
    const code = at === undefined ? undefined : given[Number(at)]?.code
    if (code && sentence !== undefined) mark(code, sentence)
  }
}
