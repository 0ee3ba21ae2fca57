import type { DayRow, ManualRate, SeenEntry } from '../../contract/entries.ts'
import { fromWire } from '../../domain/money.ts'
import { spreadWarnings } from '../../domain/rate-warnings.ts'
import { key, type RateKey, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { rateWarningSentence } from '../../text/rate-warnings.ts'
import { rateTextError, typedRate } from '../ui/form/rate-field.tsx'
import { entryRate, seenEntry } from './rate-changes.ts'
import type { NamedDoubt } from './rate-doubts.ts'

interface Typed {
  readonly text: string
  /** The entry when the typing began: the typed rate is meant to replace it. */
  readonly seen: SeenEntry | null
  readonly wrong?: string | undefined
  /** Its field was left: a warning while typing would come too early. */
  readonly isLeft?: true
  /** The server's doubts. Undefined until it was asked. */
  readonly checked?: readonly NamedDoubt[]
  /** The user answered the doubts. */
  readonly isKept?: true
}

export type TypedRates = Readonly<Record<RateKey, Typed | undefined>>

type Entry = ManualRate | null

interface SavedRate {
  readonly name: RateKey
  readonly rate: number
  readonly entry: Entry
}

export type GridAction =
  | { readonly act: 'type'; readonly name: RateKey; readonly text: string; readonly entry: Entry }
  | { readonly act: 'leave'; readonly name: RateKey; readonly entry: Entry }
  | {
      readonly act: 'check'
      readonly name: RateKey
      readonly text: string
      readonly doubts: readonly NamedDoubt[]
    }
  | { readonly act: 'keep'; readonly names: readonly RateKey[] }
  | { readonly act: 'refuse'; readonly name: RateKey; readonly sentence: string }
  | { readonly act: 'replace newest'; readonly name: RateKey; readonly entry: Entry }
  | { readonly act: 'drop'; readonly name: RateKey }
  | { readonly act: 'saved'; readonly rates: readonly SavedRate[] }

export function changeGrid(typed: TypedRates, action: GridAction): TypedRates {
  switch (action.act) {
    case 'type': {
      const { name, text, entry } = action
      const seen = typed[name] ? typed[name].seen : seenEntry(entry)
      return { ...typed, [name]: { text, seen } }
    }
    case 'leave': {
      const { text = '', wrong = rateTextError(text) } = typed[action.name] ?? {}
      const isEmpty = text.trim() === ''
      if (isEmpty && action.entry)
        return change(typed, action.name, { wrong: t.day.emptied, isLeft: true })
      return isEmpty || (action.entry && typedRate(text) === action.entry.rate)
        ? { ...typed, [action.name]: undefined }
        : change(typed, action.name, { wrong, isLeft: true })
    }
    case 'check':
      return typed[action.name]?.text === action.text
        ? change(typed, action.name, { checked: action.doubts })
        : typed
    case 'keep':
      return action.names.reduce((all, name) => change(all, name, { isKept: true }), typed)
    case 'refuse':
      return change(typed, action.name, { wrong: action.sentence })
    case 'replace newest':
      return change(typed, action.name, { seen: seenEntry(action.entry) })
    case 'drop':
      return { ...typed, [action.name]: undefined }
    case 'saved':
      return action.rates.reduce(forgetSaved, typed)
  }
}

function change(typed: TypedRates, name: RateKey, part: Partial<Typed>): TypedRates {
  const before = typed[name]
  return before ? { ...typed, [name]: { ...before, ...part } } : typed
}

/** Another rate may have been typed while this one was being saved: it replaces the saved one. */
function forgetSaved(typed: TypedRates, { name, rate, entry }: SavedRate): TypedRates {
  const isSaved = typedRate(typed[name]?.text ?? '') === rate
  return isSaved ? { ...typed, [name]: undefined } : change(typed, name, { seen: seenEntry(entry) })
}

export interface GridRow {
  readonly series: Series
  readonly name: RateKey
  readonly day: DayRow | undefined
  readonly entry: Entry
  readonly typed: Typed | undefined
  /** In its field. */
  readonly text: string
  /** Typed, else saved or published. */
  readonly rate: number | undefined
  /** Without an answer. */
  readonly doubts: readonly NamedDoubt[]
  /** Another user has changed the entry that the typed rate is to replace. */
  readonly isOvertaken: boolean
  /** Typed, and nothing keeps it from being saved. */
  readonly isReady: boolean
}

interface Grid {
  readonly typed: TypedRates
  readonly series: readonly Series[]
  readonly days: ReadonlyMap<RateKey, DayRow>
}

export function readRows({ typed, series, days }: Grid): readonly GridRow[] {
  const textIn = (name: RateKey) => {
    const entry = days.get(name)?.entry
    return typed[name]?.text ?? (entry ? entryRate(entry) : '')
  }
  return series.map((each) => {
    const name = key(each)
    const day = days.get(name)
    const entry = day?.entry ?? null
    const mine = typed[name]
    const text = textIn(name)
    const other = textIn(key({ ...each, kind: 'tt-buying' }))
    const spread = each.kind === 'tt-selling' && mine?.isLeft ? spreadDoubts(text, other) : []
    const doubts = !mine || mine.isKept ? [] : [...(mine.checked ?? []), ...spread]
    const isOvertaken = mine !== undefined && mine.seen?.version !== entry?.version
    const rate = mine ? typedRate(text) : (entry ?? day?.published)?.rate
    const isReady =
      mine !== undefined &&
      rate !== undefined &&
      mine.wrong === undefined &&
      doubts.length === 0 &&
      !isOvertaken
    return { series: each, name, day, entry, typed: mine, text, rate, doubts, isOvertaken, isReady }
  })
}

/** Compares a selling rate with the buying rate beside it. */
function spreadDoubts(sellingText: string, buyingText: string): readonly NamedDoubt[] {
  const [selling, buying] = [typedRate(sellingText), typedRate(buyingText)]
  if (selling === undefined || buying === undefined) return []
  return spreadWarnings('tt-selling', fromWire(selling), fromWire(buying)).map((warning) => ({
    kind: warning.kind,
    sentence: rateWarningSentence(warning),
  }))
}

/** Rates that wait for an answer of the user. */
export const isWaiting = ({ doubts, isOvertaken }: GridRow) => doubts.length > 0 || isOvertaken
