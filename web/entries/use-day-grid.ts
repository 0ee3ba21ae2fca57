import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DayRow, ManualRate, SeenEntry } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { unitsFields } from '../../domain/currency.ts'
import { fromWire } from '../../domain/money.ts'
import { spreadWarnings } from '../../domain/rate-warnings.ts'
import { key, seriesFields, type RateKey, type Series } from '../../domain/series.ts'
import { rateWarningSentence } from '../../text/rate-warnings.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError, type ApiError, useIdempotencyKey } from '../api.ts'
import { dayQuery } from '../rates/rates.ts'
import { refresh } from '../queries.ts'
import { useAction } from '../ui/button.tsx'
import { useDraft } from '../ui/form/draft.ts'
import { showToast } from '../ui/notice.tsx'
import { useSavedRates } from './add-rate.tsx'
import { enteredRate, entryRate, seenEntry } from './rate-changes.ts'
import { daySeries } from '../work-tabs.tsx'
import { rateTextError, typedRate, typeInto } from '../ui/form/rate-field.tsx'
import { checkRate, type RateDoubt } from './rate-questions.tsx'

interface Typed {
  readonly text: string
  /** The saved rate and entry when the typing began: the typed rate is meant to replace them. */
  readonly base: string
  readonly seen: SeenEntry | null
  readonly wrong?: string | undefined
  /** The text when its field was last left. A warning while typing would move the fields below. */
  readonly left?: string | undefined
  readonly check?: { readonly text: string; readonly doubts: readonly RateDoubt[] } | undefined
}
type AllTyped = Readonly<Record<RateKey, Typed | undefined>>

interface Given {
  readonly series: Series
  readonly rate: number
}

export interface DayGridOptions {
  readonly date: CalendarDate
  readonly publisher: string | undefined
  readonly rows: ReadonlyMap<RateKey, DayRow>
  readonly onTyped: (isTyped: boolean) => void
}

function useTypedRates({ date, publisher, rows, onTyped }: DayGridOptions) {
  const all = daySeries(publisher)
  const draft = useDraft<AllTyped>(['day', publisher, date].filter(Boolean).join(' '))
  const [typed, setTyped] = useState<AllTyped>(draft.value ?? {})
  const changed = all.filter((series) => typed[key(series)]?.text)
  const isTyped = changed.length > 0
  const report = useEffectEvent(onTyped)
  useEffect(() => report(isTyped), [isTyped])
  const keepDraft = useEffectEvent(() => {
    if (isTyped) draft.keep(typed)
    else draft.forget()
  })
  useEffect(() => keepDraft(), [typed])
  const entryOf = (series: Series): ManualRate | null => rows.get(key(series))?.entry ?? null
  const savedText = (series: Series) => {
    const entry = entryOf(series)
    return entry ? entryRate(entry) : ''
  }
  return {
    ...{ date, all, typed, changed, entryOf, savedText },
    textOf: (series: Series) => typed[key(series)]?.text ?? savedText(series),
    put: (series: Series, part: Partial<Typed>) =>
      setTyped((before) => {
        const base = { text: '', base: savedText(series), seen: seenEntry(entryOf(series)) }
        return { ...before, [key(series)]: { ...base, ...before[key(series)], ...part } }
      }),
    drop: (dropped: readonly Series[]) =>
      setTyped((before) => {
        const none = Object.fromEntries(dropped.map((series) => [key(series), undefined]))
        return { ...before, ...none }
      }),
    /** Returns true if another user has changed the entry that a typed rate is to replace. */
    isOvertaken: (series: Series) => {
      const { seen } = typed[key(series)] ?? {}
      return seen !== undefined && seen?.version !== entryOf(series)?.version
    },
  }
}

type TypedRates = ReturnType<typeof useTypedRates>

function rateChecks(rates: TypedRates) {
  const { typed, put, drop, date, textOf } = rates
  const read = (series: Series): Given | undefined => {
    const { text = '', wrong } = typed[key(series)] ?? {}
    const rate = typedRate(text)
    const sentence = wrong ?? rateTextError(text)
    put(series, { wrong: sentence, left: text })
    return sentence === undefined && rate !== undefined ? { series, rate } : undefined
  }
  /** Has the server check a rate once for each text. */
  const check = async ({ series, rate }: Given): Promise<readonly RateDoubt[]> => {
    const { text = '', check: known } = typed[key(series)] ?? {}
    if (known?.text === text) return known.doubts
    const doubts = (await checkRate({ date, ...bodyOf(series), rate }))?.warnings ?? []
    put(series, { check: { text, doubts } })
    return doubts
  }
  return {
    read,
    check,
    type: ({ name, value }: HTMLInputElement) => {
      const series = rates.all.find((each) => key(each) === name)
      if (series) put(series, { text: value, wrong: undefined, left: undefined })
    },
    leave: (series: Series, input: HTMLInputElement) => {
      const { text } = typed[key(series)] ?? {}
      if (text === undefined) return
      const rate = typedRate(text)
      const isSaved = rate !== undefined && rate === rates.entryOf(series)?.rate
      if (text.trim() === '' || isSaved) {
        input.value = rates.savedText(series)
        drop([series])
        return
      }
      const given = read(series)
      // A check that fails now is repeated by the save.
      if (given) check(given).catch(() => undefined)
    },
    doubtsOf: (series: Series, isSaving = false): readonly RateDoubt[] => {
      const { text, left, check } = typed[key(series)] ?? {}
      if (text === undefined) return []
      const spread = isSaving || text === left ? spreadSentences(series, textOf) : []
      const own = check?.text === text ? check.doubts : []
      return [...own, ...spread.map((sentence) => ({ sentence }))]
    },
  }
}

export function useDayGrid(options: DayGridOptions) {
  const form = useRef<HTMLFormElement>(null)
  const rates = useTypedRates(options)
  const checks = rateChecks(rates)
  const { all, changed, textOf } = rates
  const [question, setQuestion] = useState<Question>()
  const { send, failure, setFailure, saved } = useSend(rates, form)
  const focus = (series: Series | undefined) => {
    const input = series && findInput(form.current, series)
    input?.focus()
    input?.select()
    return input !== undefined
  }
  const sendGiven = (given: readonly Given[], reason?: string) =>
    send(given, reason).finally(() => setQuestion(undefined))
  const saving = useAction(async () => {
    saved.forget()
    setFailure(undefined)
    if (changed.length === 0) {
      setFailure(t.day.nothing)
      focus(all.find((series) => textOf(series) === '') ?? all[0])
      return
    }
    const given = changed.flatMap((series) => checks.read(series) ?? [])
    if (given.length < changed.length) {
      focus(changed.find((series) => !given.some((each) => each.series === series)))
      return
    }
    const answers = await Promise.all(given.map(checks.check))
    const doubts = given.flatMap(({ series }, at) => {
      const [doubt] = [...(answers[at] ?? []), ...checks.doubtsOf(series, true)]
      return doubt ? [{ series, doubt }] : []
    })
    if (doubts.length > 0) setQuestion({ given, doubts })
    else await sendGiven(given)
  })
  return {
    ...rates,
    ...checks,
    ...{ form, saved, saving, question, focus, failure: failure ?? saving.error?.message },
    closeQuestion: () => setQuestion(undefined),
    send: sendGiven,
    type: (input: HTMLInputElement) => {
      setFailure(undefined)
      checks.type(input)
    },
    replaceText: (series: Series, text: string) => {
      const input = findInput(form.current, series)
      if (input) typeInto(input, text)
      requestAnimationFrame(() => focus(series))
    },
    acceptNewestAsBase: (series: Series) =>
      rates.put(series, { seen: seenEntry(rates.entryOf(series)) }),
  }
}

interface Question {
  readonly given: readonly Given[]
  readonly doubts: readonly { readonly series: Series; readonly doubt: RateDoubt }[]
}

export type DayGrid = ReturnType<typeof useDayGrid>

/** Never throws. */
function useSend(rates: TypedRates, form: { readonly current: HTMLFormElement | null }) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  const { date, typed, put, drop } = rates
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
  const send = async (given: readonly Given[], reason = '') => {
    const enter = given.map(({ series, rate }) =>
      enteredRate({ date, ...bodyOf(series), rate }, typed[key(series)]?.seen ?? null),
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
      // Another rate was typed while this one was being saved.
      const isSaved = ({ series, rate }: Given) =>
        typedRate(findInput(form.current, series)?.value ?? String(rate)) === rate
      drop(given.filter(isSaved).map(({ series }) => series))
      if (form.current) saved.show(message, data)
      else showToast({ text: message })
    } catch (thrown) {
      const error = toApiError(thrown)
      markWrong(error, given, (series, wrong) => put(series, { wrong }))
      setFailure(error.message)
      if (!form.current) showToast({ text: error.message })
    } finally {
      refresh(client, 'rates', 'entries')
    }
  }
  return { send, failure, setFailure, saved }
}

function bodyOf(series: Series) {
  const { currency, ...rest } = seriesFields(series)
  return { base_currency: currency, ...unitsFields(currency), ...rest }
}

function findInput(form: HTMLFormElement | null, series: Series) {
  const found = form?.elements.namedItem(key(series))
  return found instanceof HTMLInputElement ? found : undefined
}

/** Compares a selling rate with the buying rate beside it. */
function spreadSentences(series: Series, textOf: (series: Series) => string): readonly string[] {
  if (series.kind !== 'tt-selling') return []
  const selling = typedRate(textOf(series))
  const buying = typedRate(textOf({ ...series, kind: 'tt-buying' }))
  if (selling === undefined || buying === undefined) return []
  return spreadWarnings(series.kind, fromWire(selling), fromWire(buying)).map(rateWarningSentence)
}

/** Marks the fields that the server names as `enter.2.rate`. */
function markWrong(
  { fields }: ApiError,
  given: readonly Given[],
  mark: (series: Series, sentence: string) => void,
): void {
  for (const [field, [sentence]] of Object.entries(fields)) {
    const at = /^enter\.(\d+)\./.exec(field)?.[1]
    const series = at === undefined ? undefined : given[Number(at)]?.series
    if (series && sentence !== undefined) mark(series, sentence)
  }
}
