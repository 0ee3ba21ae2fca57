import { unitsFields } from '../../../domain/currency.ts'
import { useState } from 'react'
import type { RateWarningOutput, SeenEntry } from '../../../contract/entries.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { rateFromText } from '../../../domain/money.ts'
import { spreadWarnings } from '../../../domain/rate-warnings.ts'
import { key, seriesFields, type RateKey, type Series } from '../../../domain/series.ts'
import { rateWarningSentence } from '../../../text/rate-warnings.ts'
import { seenOf } from '../offer-undo.ts'
import { readRate } from '../rate-input.tsx'
import { checkRate } from '../use-rate-warnings.ts'
import type { DayRows } from './day-view.ts'

type Warning = Pick<RateWarningOutput, 'sentence' | 'meant'>

/** What stands in a field of the grid. */
interface TypedRate {
  readonly text: string
  /** The entry that was there when the typing began. */
  readonly seen: SeenEntry | null
  readonly wrong: string | undefined
  /** The text when its field was left last. */
  readonly left?: string
  /** What looked wrong about a text when it was looked at last. */
  readonly look: { readonly text: string; readonly warnings: readonly Warning[] } | undefined
}
const EMPTY: TypedRate = { text: '', seen: null, wrong: undefined, look: undefined }

interface TypedRatesOptions {
  readonly date: CalendarDate
  readonly rows: DayRows
  /** What has a field. */
  readonly all: readonly Series[]
  readonly drafts: Readonly<Record<string, string>>
}

/** What was typed into a day's grid, with what is wrong, and what looks wrong, about each rate. */
export function useTypedRates({ date, rows, all, drafts }: TypedRatesOptions) {
  const entryOf = (series: Series) => seenOf(rows.get(key(series))?.entry ?? null)
  const [typed, setTyped] = useState<Readonly<Record<RateKey, TypedRate | undefined>>>(() =>
    Object.fromEntries(
      all.map((series) => {
        const { [key(series)]: text = '', [seenName(series)]: seen = 'null' } = drafts
        return [key(series), { ...EMPTY, text, seen: JSON.parse(seen) as SeenEntry | null }]
      }),
    ),
  )
  const rateOf = (series: Series) => typed[key(series)] ?? EMPTY
  const put = (series: Series, part: Partial<TypedRate>) =>
    setTyped((before) => ({
      ...before,
      [key(series)]: { ...EMPTY, ...before[key(series)], ...part },
    }))
  const seenBy = (series: Series) => {
    const { text, seen } = rateOf(series)
    return text === '' ? entryOf(series) : seen
  }
  return {
    rateOf,
    /** The entry that a rate is meant to replace. */
    seenBy,
    mark: (series: Series, wrong: string | undefined) => put(series, { wrong }),
    type: ({ name, value, validity }: HTMLInputElement) => {
      const series = all.find((each) => key(each) === name)
      if (!series) return
      const text = validity.badInput ? '?' : value
      put(series, { text, seen: seenBy(series), wrong: undefined })
    },
    /** The rate in a field; undefined, and marked, where it is none. */
    read: (input: HTMLInputElement, series: Series): number | undefined => {
      const found = readRate(input)
      put(series, { left: input.value, wrong: 'error' in found ? found.error : undefined })
      return 'error' in found ? undefined : found.rate
    },
    /**
     * Whether something looks wrong about the rate in a field. Rejects where it may not be entered
     * at all.
     */
    look: async (
      { value: text }: HTMLInputElement,
      series: Series,
      rate: number,
    ): Promise<boolean> => {
      const { look } = rateOf(series)
      const hasSpread = spreadSentences(series, (each) => rateOf(each).text).length > 0
      if (look?.text === text) return hasSpread || look.warnings.length > 0
      const checked = await checkRate({ date, ...inputOfSeries(series), rate })
      if (!checked) return hasSpread
      const { warnings } = checked
      put(series, { look: { text, warnings } })
      return hasSpread || warnings.length > 0
    },
    /** What looks wrong about a rate as it stands there now. */
    warningsOf: (series: Series): readonly Warning[] => {
      const { text, look } = rateOf(series)
      const own = look?.text === text ? look.warnings : []
      const spread = spreadSentences(series, (each) => leftText(rateOf(each)))
      return [...own, ...spread.map((sentence) => ({ sentence }))]
    },
    /** Whether somebody else has changed an entry since its new rate was typed. */
    isOvertaken: (series: Series): boolean =>
      seenBy(series)?.updated_at !== entryOf(series)?.updated_at,
    /** Means the entry that is there now. */
    takeOver: (series: Series) => put(series, { seen: entryOf(series) }),
    clear: (cleared: readonly Series[]) => {
      for (const series of cleared) put(series, { text: '', seen: null, wrong: undefined })
    },
  }
}

/** A text whose field was left; a warning while one types would move the fields below. */
const leftText = ({ text, left }: TypedRate) => (text === left ? text : '')

/** What looks wrong about a selling rate beside the buying rate that was typed with it. */
function spreadSentences(series: Series, textOf: (series: Series) => string): readonly string[] {
  if (series.kind !== 'tt-selling') return []
  const selling = rateFromText(textOf(series))
  const buying = rateFromText(textOf({ ...series, kind: 'tt-buying' }))
  if (typeof selling === 'string' || typeof buying === 'string') return []
  return spreadWarnings(series.kind, selling, buying).map(rateWarningSentence)
}

/** The field that keeps which entry a typed rate is meant to replace. */
export const seenName = (series: Series) => `${key(series)} seen`

/** How a body names a series. */
export function inputOfSeries(series: Series) {
  const { currency, ...rest } = seriesFields(series)
  return { base_currency: currency, ...unitsFields(currency), ...rest }
}

export type TypedRates = ReturnType<typeof useTypedRates>
