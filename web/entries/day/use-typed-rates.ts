import { useState } from 'react'
import type { SeenEntry } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { key, seriesFields, type RateKey, type Series } from '../../../domain/series.ts'
import { seenOf } from '../change-rates.ts'
import { readRate } from '../rate-input.tsx'
import { checkRate } from '../use-rate-warnings.ts'
import type { DayRows } from './day-rows.ts'
import { seriesOfDay, type DayView } from './day-view.ts'

/** What stands in a field of the grid. */
interface TypedRate {
  readonly text: string
  /** The entry that it is meant to replace: the one that was there when the typing began. */
  readonly seen: SeenEntry | null
}
type BySeries<T> = Readonly<Record<RateKey, T | undefined>>
/** What looked wrong about a text. */
interface Look {
  readonly text: string
  readonly sentences: readonly string[]
}

/** What was typed into a day's grid, with what is wrong, and what looks wrong, about each rate. */
export function useTypedRates(view: DayView, rows: DayRows, drafts: Readonly<Record<string, string>>) {
  const entryOf = (series: Series) => seenOf(rows.get(key(series))?.entry ?? null)
  const [typed, setTyped] = useState<BySeries<TypedRate>>(() => {
    const kept = seriesOfDay(view).filter((series) => drafts[key(series)])
    return Object.fromEntries(
      kept.map((series) => [key(series), { text: drafts[key(series)] ?? '', seen: entryOf(series) }]),
    )
  })
  const [wrong, setWrong] = useState<BySeries<string>>({})
  const { look, warningsOf } = useLooks(view)
  const put = (series: Series, text: string, seen: SeenEntry | null) =>
    setTyped((before) => ({ ...before, [key(series)]: { text, seen } }))
  const mark = (series: Series, sentence: string | undefined) =>
    setWrong((before) => ({ ...before, [key(series)]: sentence }))
  return {
    typed,
    wrong,
    look,
    mark,
    type: (input: HTMLInputElement) => {
      const { name, value, validity } = input
      const series = seriesOfDay(view).find((each) => key(each) === name)
      if (!series) return
      const mine = typed[key(series)]
      put(series, validity.badInput ? '?' : value, mine?.text ? mine.seen : entryOf(series))
      mark(series, undefined)
    },
    /** The rate in a field; undefined, and marked, where it is none. */
    read: (input: HTMLInputElement, series: Series): number | undefined => {
      const found = readRate(input)
      mark(series, 'error' in found ? found.error : undefined)
      return 'error' in found ? undefined : found.rate
    },
    /** What looks wrong about a rate as it stands there now. */
    warningsOf: (series: Series) => warningsOf(series, typed[key(series)]?.text),
    /** Whether somebody else has changed an entry since its new rate was typed. */
    isOvertaken: (series: Series): boolean => {
      const mine = typed[key(series)]
      return Boolean(mine?.text) && mine?.seen?.updated_at !== entryOf(series)?.updated_at
    },
    /** Means the entry that is there now. */
    takeOver: (series: Series) => put(series, typed[key(series)]?.text ?? '', entryOf(series)),
    clear: (all: readonly Series[]) => {
      for (const series of all) {
        put(series, '', null)
        mark(series, undefined)
      }
    },
  }
}

/** What looked wrong about each rate when it was looked at last. */
function useLooks({ date }: DayView) {
  const [looks, setLooks] = useState<BySeries<Look>>({})
  const warningsOf = (series: Series, text: string | undefined): readonly string[] => {
    const known = looks[key(series)]
    return known && known.text === text ? known.sentences : []
  }
  /** Whether something looks wrong about the rate in a field. Rejects where it may not be entered at all. */
  const look = async ({ value: text }: HTMLInputElement, series: Series, rate: number): Promise<boolean> => {
    if (looks[key(series)]?.text === text) return warningsOf(series, text).length > 0
    const checked = await checkRate({ date, ...inputOfSeries(series), rate })
    if (!checked) return false
    const sentences = checked.warnings.map(({ sentence }) => sentence)
    setLooks((before) => ({ ...before, [key(series)]: { text, sentences } }))
    return sentences.length > 0
  }
  return { look, warningsOf }
}

/** How a body names a series. */
export function inputOfSeries(series: Series) {
  const { currency, ...kind } = seriesFields(series)
  return { base_currency: currency, ...kind }
}

export type TypedRates = ReturnType<typeof useTypedRates>
