import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DayRow, ManualRate, SeenEntry } from '../../contract/entries.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsFields } from '../../domain/currency.ts'
import { inputError } from '../../domain/input-error.ts'
import { rateFromText } from '../../domain/money.ts'
import {
  key,
  RATE_KINDS,
  seriesFields,
  seriesOf,
  type RateKey,
  type RateKind,
  type Series,
} from '../../domain/series.ts'
import { spreadWarnings } from '../../domain/rate-warnings.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { rateWarningSentence } from '../../text/rate-warnings.ts'
import { t } from '../../text/sentences.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { dayQuery } from '../day-query.ts'
import { refresh } from '../queries.ts'
import { useAction } from '../ui/button.tsx'
import { useDraft } from '../ui/form/draft.ts'
import { showToast } from '../ui/notice.tsx'
import { useSavedRates } from './add-rate.tsx'
import { enteredRate, entryRate, seenEntry } from './rate-changes.ts'
import { checkRate, type RateDoubt } from './rate-questions.tsx'

/** The kinds with a column: customs rates hold for weeks and have a form of their own. */
export const dayKinds = (publisher?: string): readonly RateKind[] =>
  publisher ? ['tt-buying', 'tt-selling'] : RATE_KINDS.filter((kind) => kind !== 'customs')

/** Everything with a field, row by row. */
export const daySeries = (publisher?: string): readonly Series[] =>
  currencies().flatMap((currency) =>
    dayKinds(publisher).map((kind) => seriesOf(currency, kind, publisher)),
  )

/** A rate that differs from the saved one of its field. */
interface Typed {
  readonly text: string
  /** The saved rate and entry when the typing began: what the typed rate is meant to replace. */
  readonly base: string
  readonly seen: SeenEntry | null
  /** Why the text is no rate. */
  readonly wrong?: string | undefined
  /** The text when its field was last left. A warning while typing would move the fields below. */
  readonly left?: string | undefined
  /** What looked wrong about a text when the server last checked it. */
  readonly check?: { readonly text: string; readonly doubts: readonly RateDoubt[] } | undefined
}
type AllTyped = Readonly<Record<RateKey, Typed | undefined>>
type Draft = Readonly<Record<RateKey, Pick<Typed, 'text' | 'base' | 'seen'>>>

interface Given {
  readonly series: Series
  readonly rate: number
}

/** Doubtful rates that are about to be saved. */
interface Question {
  readonly given: readonly Given[]
  readonly doubts: readonly { readonly series: Series; readonly doubt: RateDoubt }[]
}

interface DayGridOptions {
  readonly date: CalendarDate
  readonly publisher: string | undefined
  readonly rows: ReadonlyMap<RateKey, DayRow>
  /** Gets whether a rate is typed that is not saved. */
  readonly onTyped: (isTyped: boolean) => void
}

/** The grid of a day: saved and typed rates, one save for all of them, and the way back. */
export function useDayGrid({ date, publisher, rows, onTyped }: DayGridOptions) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const all = daySeries(publisher)
  const draft = useDraft<Draft>(['day', publisher, date].filter(Boolean).join(' '))
  const [typed, setTyped] = useState<AllTyped>(draft.value ?? {})
  const [failure, setFailure] = useState<string>()
  const [question, setQuestion] = useState<Question>()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()

  const entryOf = (series: Series): ManualRate | null => rows.get(key(series))?.entry ?? null
  const savedText = (series: Series) => {
    const entry = entryOf(series)
    return entry ? entryRate(entry) : ''
  }
  const textOf = (series: Series) => typed[key(series)]?.text ?? savedText(series)
  const put = (series: Series, part: Partial<Typed>) =>
    setTyped((before) => {
      const base = { text: '', base: savedText(series), seen: seenEntry(entryOf(series)) }
      return { ...before, [key(series)]: { ...base, ...before[key(series)], ...part } }
    })
  const drop = (dropped: readonly Series[]) =>
    setTyped((before) => {
      const names = new Set(dropped.map((series) => key(series)))
      const kept = Object.entries(before).filter(([name]) => !names.has(name as RateKey))
      return Object.fromEntries(kept) as AllTyped
    })
  const changed = all.filter((series) => typed[key(series)] !== undefined)
  const isTyped = changed.length > 0
  useEffect(() => onTyped(isTyped), [isTyped])
  useEffect(() => {
    const kept = changed.flatMap((series) => {
      const { text, base, seen } = typed[key(series)] ?? {}
      return text ? [[key(series), { text, base, seen }] as const] : []
    })
    if (kept.length > 0) draft.keep(Object.fromEntries(kept) as Draft)
    else draft.forget()
  }, [typed])

  const isOvertaken = (series: Series) => {
    const { seen } = typed[key(series)] ?? {}
    return seen !== undefined && seen?.updated_at !== entryOf(series)?.updated_at
  }
  /** What looks wrong about a rate as it was left. */
  const doubtsOf = (series: Series, isSaving = false): readonly RateDoubt[] => {
    const { text, left, check } = typed[key(series)] ?? {}
    if (text === undefined) return []
    const spread = isSaving || text === left ? spreadSentences(series, textOf) : []
    const own = check?.text === text ? check.doubts : []
    return [...own, ...spread.map((sentence) => ({ sentence }))]
  }
  const type = ({ name, value, validity, validationMessage }: HTMLInputElement) => {
    const series = all.find((each) => key(each) === name)
    if (!series) return
    setFailure(undefined)
    const wrong = validity.customError ? validationMessage : undefined
    put(series, { text: validity.badInput ? '?' : value, wrong, left: undefined })
  }
  /** Returns the typed rate, or marks its field. */
  const read = (series: Series): Given | undefined => {
    const { text = '', wrong } = typed[key(series)] ?? {}
    const rate = rateFromText(text)
    const error =
      wrong ??
      (typeof rate === 'string' ? inputErrorSentence(inputError(`rate ${rate}`)) : undefined)
    put(series, { wrong: error, left: text })
    return error === undefined ? { series, rate: Number(text) } : undefined
  }
  /** Has the server check a rate once for each text. Returns the newest doubts. */
  const check = async ({ series, rate }: Given): Promise<readonly RateDoubt[]> => {
    const { text = '', check: known } = typed[key(series)] ?? {}
    if (known?.text === text) return known.doubts
    const doubts = (await checkRate({ date, ...bodyOf(series), rate }))?.warnings ?? []
    put(series, { check: { text, doubts } })
    return doubts
  }
  /** A field was left: the saved rate returns to an empty one, another is checked. */
  const leave = (series: Series, input: HTMLInputElement) => {
    const now = typed[key(series)]
    if (!now) return
    const isSaved = Number(now.text) === entryOf(series)?.rate
    if (isSaved || now.text === '') {
      input.value = savedText(series)
      drop([series])
      return
    }
    const given = read(series)
    // A check that fails now is repeated by the save.
    if (given) check(given).catch(() => undefined)
  }
  const focus = (series: Series | undefined) => {
    const input = series && form.current?.elements.namedItem(key(series))
    if (!(input instanceof HTMLInputElement)) return false
    input.focus()
    input.select()
    return true
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
      // At once, so that no field is empty until the day is fetched again.
      for (const { after } of data) if (after) putEntry(after)
      // What was typed over a rate while it was on its way is not saved yet.
      drop(
        given.flatMap(({ series, rate }) =>
          Number(inputOf(form.current, series)?.value ?? rate) === rate ? [series] : [],
        ),
      )
      if (form.current) saved.show(message, data)
      else showToast({ text: message })
    } catch (thrown) {
      const error = errorOf(thrown)
      markWrong(error, given, (series, wrong) => put(series, { wrong }))
      setFailure(error.message)
      if (!form.current) showToast({ text: error.message })
    } finally {
      setQuestion(undefined)
      refresh(client, 'rates', 'entries')
    }
  }
  const putEntry = (entry: ManualRate) => {
    const { base_currency, kind, publisher: bank } = entry
    const { queryKey } = dayQuery({ date, kind, publisher: bank })
    client.setQueryData<{ data: { rates: DayRow[] } }>(queryKey, (day) => {
      const rates = day?.data.rates.map((row) =>
        row.currency === base_currency ? { ...row, entry } : row,
      )
      return day && rates && { ...day, data: { ...day.data, rates } }
    })
  }
  const saving = useAction(async () => {
    saved.forget()
    setFailure(undefined)
    if (changed.length === 0) {
      setFailure(t.day.nothing)
      focus(all.find((series) => textOf(series) === '') ?? all[0])
      return
    }
    const given = changed.flatMap((series) => read(series) ?? [])
    if (given.length < changed.length) {
      focus(changed.find((series) => !given.some((each) => each.series === series)))
      return
    }
    const checks = await Promise.all(given.map(check))
    const doubts = given.flatMap(({ series }, at) => {
      const [doubt] = [...(checks[at] ?? []), ...doubtsOf(series, true)]
      return doubt ? [{ series, doubt }] : []
    })
    if (doubts.length > 0) setQuestion({ given, doubts })
    else await send(given)
  })
  return {
    ...{ date, all, form, typed, changed, failure: failure ?? saving.error?.message, saved },
    ...{ saving, question, closeQuestion: () => setQuestion(undefined), send },
    ...{ entryOf, savedText, textOf, type, leave, drop, focus, isOvertaken, doubtsOf },
    mark: (series: Series, wrong: string | undefined) => {
      if (wrong !== undefined || typed[key(series)]) put(series, { text: textOf(series), wrong })
    },
    /** Means the entry that is there now. */
    acceptNewestAsBase: (series: Series) => put(series, { seen: seenEntry(entryOf(series)) }),
  }
}

export type DayGrid = ReturnType<typeof useDayGrid>

function bodyOf(series: Series) {
  const { currency, ...rest } = seriesFields(series)
  return { base_currency: currency, ...unitsFields(currency), ...rest }
}

/** Returns the field of a series. */
export function inputOf(form: HTMLFormElement | null, series: Series) {
  const found = form?.elements.namedItem(key(series))
  return found instanceof HTMLInputElement ? found : undefined
}

/** Compares a selling rate with the buying rate beside it. */
function spreadSentences(series: Series, textOf: (series: Series) => string): readonly string[] {
  if (series.kind !== 'tt-selling') return []
  const selling = rateFromText(textOf(series))
  const buying = rateFromText(textOf({ ...series, kind: 'tt-buying' }))
  if (typeof selling === 'string' || typeof buying === 'string') return []
  return spreadWarnings(series.kind, selling, buying).map(rateWarningSentence)
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
