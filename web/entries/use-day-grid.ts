import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DayRow, ManualRate } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { unitsFields } from '../../domain/currency.ts'
import {
  key,
  seriesFields,
  seriesOf,
  seriesOfKind,
  type RateKey,
  type RateKind,
  type Series,
} from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError, type ApiError } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { dayQuery } from '../rates/rates.ts'
import { refresh } from '../queries.ts'
import { useAction } from '../ui/button.tsx'
import { useDraft } from '../ui/form/draft.ts'
import { typedRate } from '../ui/form/rate-field.tsx'
import { showToast } from '../ui/toast.tsx'
import { useSavedRates } from './saved-rates.tsx'
import {
  changeGrid,
  readRows,
  type GridAction,
  type GridRow,
  type TypedRates,
} from './day-grid-state.ts'
import { enteredRate } from './rate-changes.ts'
import { checkRate } from './rate-doubts.ts'
import { focusField } from './rate-line.tsx'

export interface DayGridOptions {
  readonly date: CalendarDate
  readonly publisher: string | undefined
  readonly kinds: readonly RateKind[]
  readonly days: ReadonlyMap<RateKey, DayRow>
  readonly onTyped: (isTyped: boolean) => void
}

function useTypedRates({ date, publisher, kinds, days, onTyped }: DayGridOptions) {
  const draft = useDraft<TypedRates>(['day', publisher, date].filter(Boolean).join(' '))
  const [typed, setTyped] = useState<TypedRates>(draft.value ?? {})
  const newest = useRef(typed)
  const act = (action: GridAction) => {
    newest.current = changeGrid(newest.current, action)
    setTyped(newest.current)
    if (hasText(newest.current)) draft.keep(newest.current)
    else draft.forget()
  }
  const isTyped = hasText(typed)
  const report = useEffectEvent(onTyped)
  useEffect(() => report(isTyped), [isTyped])
  const series = kinds.flatMap((kind) => seriesOfKind(kind, publisher))
  return {
    act,
    isTyped,
    rows: readRows({ typed, series, days }),
    /** The rows after the last action. */
    readNewest: () => readRows({ typed: newest.current, series, days }),
    hasOthers: Object.keys(typed).some((name) => !series.some((each) => key(each) === name)),
  }
}

const hasText = (typed: TypedRates) => Object.values(typed).some((each) => each?.text)

export function useDayGrid(options: DayGridOptions) {
  const form = useRef<HTMLFormElement>(null)
  const { date } = options
  const { act, isTyped, rows, readNewest, hasOthers } = useTypedRates(options)
  const [reason, setReason] = useState('')
  const { send, failure, setFailure, saved } = useSend({ date, act, form })
  const focus = (name: RateKey | undefined) => focusField(form.current, name)
  const answer = (name: RateKey, action: GridAction) => {
    act(action)
    requestAnimationFrame(() => focus(name))
  }
  const check = useRateCheck({ date, act })
  const saving = useAction(async () => {
    saved.forget()
    setFailure(undefined)
    for (const { name, typed, entry } of readNewest()) if (typed) act({ act: 'leave', name, entry })
    if (!readNewest().some(({ typed }) => typed)) {
      setFailure(t.day.nothing)
      focus((rows.find(({ text }) => text === '') ?? rows[0])?.name)
      return
    }
    await Promise.all(readNewest().map(check))
    const ready = readNewest().filter(({ isReady }) => isReady)
    if (ready.length > 0 && (await send(ready, reason.trim()))) setReason('')
    focus(readNewest().find(({ typed, isReady }) => typed && !isReady)?.name)
  })
  return {
    form,
    rows,
    isTyped,
    hasOthers,
    saved,
    saving,
    focus,
    reason,
    setReason,
    failure: failure ?? saving.error?.message,
    type: ({ name, entry }: GridRow, text: string) => {
      setFailure(undefined)
      act({ act: 'type', name, text, entry })
    },
    leave: ({ name, typed, entry }: GridRow) => {
      if (!typed) return
      act({ act: 'leave', name, entry })
      const row = readNewest().find((each) => each.name === name)
      if (row) check(row).catch(() => undefined)
    },
    use: ({ name, entry }: GridRow, text: string) =>
      answer(name, { act: 'type', name, text, entry }),
    keep: (name: RateKey, names = [name]) => answer(name, { act: 'keep', names }),
    keepTheirs: ({ name }: GridRow) => answer(name, { act: 'drop', name }),
    keepMine: ({ name, entry }: GridRow) => answer(name, { act: 'replace newest', name, entry }),
  }
}

export type DayGrid = ReturnType<typeof useDayGrid>

interface RateCheckOptions {
  readonly date: CalendarDate
  readonly act: (action: GridAction) => void
}

/** Has the server check a rate once for each text, also if Save follows while it does. */
function useRateCheck({ date, act }: RateCheckOptions) {
  const running = useRef(new Map<string, Promise<void>>())
  const ask = async ({ series, name, typed, text, rate }: GridRow): Promise<void> => {
    if (!typed || typed.wrong !== undefined || typed.checked || rate === undefined) return
    const checked = await checkRate({ date, ...bodyOf(series), rate })
    // Without an answer the next press of Save asks again.
    if (checked) act({ act: 'check', name, text, doubts: checked.warnings })
  }
  return (row: GridRow): Promise<void> => {
    const id = `${row.name} ${row.text}`
    const answer = running.current.get(id) ?? ask(row).finally(() => running.current.delete(id))
    running.current.set(id, answer)
    return answer
  }
}

interface SendOptions extends RateCheckOptions {
  readonly form: { readonly current: HTMLFormElement | null }
}

function useSend({ date, act, form }: SendOptions) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  /** Shows a saved entry at once, so that no field is empty until the day is fetched again. */
  const putEntry = (entry: ManualRate) => {
    const { queryKey } = dayQuery({ date, kind: entry.kind, publisher: entry.publisher })
    client.setQueryData<{ data: { rates: DayRow[] } }>(queryKey, (day) => {
      const rows = day?.data.rates.map((row) =>
        row.currency === entry.base_currency ? { ...row, entry } : row,
      )
      return day && rows && { ...day, data: { ...day.data, rates: rows } }
    })
  }
  /** Returns false after a failure. Never rejects. */
  const send = async (ready: readonly GridRow[], reason: string): Promise<boolean> => {
    const given = ready.map(({ series, name, typed, text }) => ({
      series,
      name,
      seen: typed?.seen ?? null,
      rate: typedRate(text) ?? 0,
    }))
    const enter = given.map(({ series, seen, rate }) =>
      enteredRate({ date, ...bodyOf(series), rate }, seen),
    )
    const body = { enter, ...(reason !== '' && { reason }) }
    try {
      const { message, data } = await call(
        'POST /api/exchange-rate/manual/changes',
        { body },
        { idempotencyKey: keyFor(body) },
      )
      renew()
      for (const { after } of data) if (after) putEntry(after)
      const entries = new Map(data.map(({ after }) => [after && nameOfEntry(after), after]))
      act({
        act: 'saved',
        rates: given.map(({ name, rate }) => ({ name, rate, entry: entries.get(name) ?? null })),
      })
      if (form.current) saved.show(message, data)
      else showToast({ text: message })
      return true
    } catch (thrown) {
      const error = toApiError(thrown)
      for (const [name, sentence] of refusedRates(error, given))
        act({ act: 'refuse', name, sentence })
      const { message } = error
      const text = error.mayPass ? t.day.notSaved({ message, count: given.length }) : message
      setFailure(text)
      if (!form.current) showToast({ text })
      return false
    } finally {
      refresh(client, 'rates', 'entries')
    }
  }
  return { send, failure, setFailure, saved }
}

const nameOfEntry = ({ base_currency, kind, publisher }: ManualRate) =>
  key(seriesOf(base_currency, kind, publisher))

function bodyOf(series: Series) {
  const { currency, ...rest } = seriesFields(series)
  return { base_currency: currency, ...unitsFields(currency), ...rest }
}

/** Returns the rates that the server names as `enter.2.rate`, each with the reason. */
function refusedRates(
  { fields }: ApiError,
  given: readonly { readonly name: RateKey }[],
): readonly (readonly [RateKey, string])[] {
  return Object.entries(fields).flatMap(([field, [sentence]]) => {
    const at = /^enter\.(\d+)\./.exec(field)?.[1]
    const name = at === undefined ? undefined : given[Number(at)]?.name
    return name && sentence !== undefined ? [[name, sentence] as const] : []
  })
}
