import { useState } from 'react'
import type { DayRow, SeenEntry } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { CURRENCIES, isCurrency, type Currency } from '../../../domain/currency.ts'
import { DEFAULT_KIND } from '../../../domain/series.ts'
import { seenOf } from '../change-rates.ts'
import { readRate } from '../rate-field.tsx'
import { checkRate } from '../use-rate-warnings.ts'
import type { DayView } from './day-view.ts'

/** What stands in a field of the grid. */
interface TypedRate {
  readonly text: string
  /** The entry that it is meant to replace: the one that was there when the typing began. */
  readonly seen: SeenEntry | null
}
type ByCurrency<T> = Readonly<Partial<Record<Currency, T>>>
/** What looked wrong about a text. */
interface Look {
  readonly text: string
  readonly sentences: readonly string[]
}

/** What was typed into a day's grid, with what is wrong, and what looks wrong, about each rate. */
export function useTypedRates(
  view: DayView,
  rows: readonly DayRow[],
  drafts: Readonly<Record<string, string>>,
) {
  const entryOf = (code: Currency) => seenOf(rows.find(({ currency }) => currency === code)?.entry ?? null)
  const [typed, setTyped] = useState<ByCurrency<TypedRate>>(() => {
    const kept = CURRENCIES.filter((code) => drafts[code])
    return Object.fromEntries(kept.map((code) => [code, { text: drafts[code] ?? '', seen: entryOf(code) }]))
  })
  const [wrong, setWrong] = useState<ByCurrency<string>>({})
  const { look, warningsOf } = useLooks(view)
  const put = (code: Currency, text: string, seen: SeenEntry | null) =>
    setTyped((before) => ({ ...before, [code]: { text, seen } }))
  const mark = (code: Currency, sentence: string | undefined) =>
    setWrong((before) => ({ ...before, [code]: sentence }))
  return {
    typed,
    wrong,
    look,
    mark,
    type: (input: HTMLInputElement) => {
      const { name, value, validity } = input
      if (!isCurrency(name)) return
      const mine = typed[name]
      put(name, validity.badInput ? '?' : value, mine?.text ? mine.seen : entryOf(name))
      mark(name, undefined)
    },
    /** The rate in a field; undefined, and marked, where it is none. */
    read: (input: HTMLInputElement, code: Currency): number | undefined => {
      const found = readRate(input)
      mark(code, 'error' in found ? found.error : undefined)
      return 'error' in found ? undefined : found.rate
    },
    /** What looks wrong about a rate as it stands there now. */
    warningsOf: (code: Currency) => warningsOf(code, typed[code]?.text),
    /** Whether somebody else has changed an entry since its new rate was typed. */
    isOvertaken: (code: Currency): boolean => {
      const mine = typed[code]
      return Boolean(mine?.text) && mine?.seen?.updated_at !== entryOf(code)?.updated_at
    },
    /** Means the entry that is there now. */
    takeOver: (code: Currency) => put(code, typed[code]?.text ?? '', entryOf(code)),
    clear: (codes: readonly Currency[]) => {
      for (const code of codes) {
        put(code, '', null)
        mark(code, undefined)
      }
    },
  }
}

/** What looked wrong about each rate when it was looked at last. */
function useLooks({ date, kind }: DayView) {
  const [looks, setLooks] = useState<ByCurrency<Look>>({})
  const warningsOf = (code: Currency, text: string | undefined): readonly string[] => {
    const known = looks[code]
    return known && known.text === text ? known.sentences : []
  }
  /** Whether something looks wrong about the rate in a field. Rejects where it may not be entered at all. */
  const look = async ({ value: text }: HTMLInputElement, code: Currency, rate: number): Promise<boolean> => {
    if (looks[code]?.text === text) return warningsOf(code, text).length > 0
    const named = kind === DEFAULT_KIND ? {} : { kind }
    const checked = await checkRate({ date, base_currency: code, rate, ...named })
    if (!checked) return false
    const sentences = checked.warnings.map(({ sentence }) => sentence)
    setLooks((before) => ({ ...before, [code]: { text, sentences } }))
    return sentences.length > 0
  }
  return { look, warningsOf }
}

export type TypedRates = ReturnType<typeof useTypedRates>
