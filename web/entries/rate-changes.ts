import type { ReactNode } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ManualRate, SeenEntry } from '../../contract/entries.ts'
import type { RateChange } from '../../contract/entry-changes.ts'
import { dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { unitsFields } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { formatRecent, t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import type { Changes } from '../ui/items.tsx'
import { showToast } from '../ui/toast.tsx'

type ChangesBody = InputOf<'POST /api/exchange-rate/manual/changes'>['body']

/** Returns what a sentence calls an entry: `USD of 29 Sep 2026`. */
export function entryName(
  entry: Pick<ManualRate, 'base_currency' | 'kind' | 'publisher' | 'date'>,
) {
  const { base_currency, kind, publisher, date } = entry
  return t.entry.of({ series: seriesName(seriesOf(base_currency, kind, publisher)), day: date })
}

/** `today 14:05`, because the entry may be of another day; otherwise `29 Sep, 14:05`. Not broken. */
export const savedAt = (instant: string, today: CalendarDate): string =>
  t.day
    .savedAt({
      isToday: dayInColombo(new Date(instant)) === today,
      time: formatRecent(instant, today),
    })
    .replaceAll(' ', '\u00a0')

export const entryRate = ({ rate }: Pick<ManualRate, 'rate'>) => formatRate(rateOf(rate))

/** Identifies an entry as it was seen: the server refuses to change one that has changed since. */
export function seenEntry(entry: ManualRate): SeenEntry
export function seenEntry(entry: ManualRate | null): SeenEntry | null
export function seenEntry(entry: ManualRate | null): SeenEntry | null {
  return entry && { id: entry.id, version: entry.version }
}

export const kindAndPublisher = ({ kind, publisher }: Pick<ManualRate, 'kind' | 'publisher'>) => ({
  ...(kind && { kind }),
  ...(publisher && { publisher }),
})

type RateEntry = Pick<ManualRate, 'date' | 'base_currency' | 'kind' | 'publisher' | 'rate'>

export function rateBody(entry: RateEntry) {
  const { date, base_currency, rate } = entry
  return { date, base_currency, ...kindAndPublisher(entry), ...unitsFields(base_currency), rate }
}

export const enteredRate = (entry: RateEntry, replaces: SeenEntry | null) => ({
  ...rateBody(entry),
  replaces,
})

export async function undoChanges(changes: readonly RateChange[]): Promise<string> {
  const body: ChangesBody = {
    enter: changes.flatMap(({ before, after }) =>
      before && after ? [enteredRate(before, seenEntry(after))] : [],
    ),
    delete: changes.flatMap(({ before, after }) => (after && !before ? [seenEntry(after)] : [])),
    restore: changes.flatMap(({ before, after }) => (before && !after ? [seenEntry(before)] : [])),
  }
  return (await call('POST /api/exchange-rate/manual/changes', { body })).message
}

/** Returns `USD of 29 Sep 2026: 301.2500 → 302.0000`. */
export function changeSentence({ before, after }: RateChange): string {
  const entry = after ?? before
  if (!entry) return ''
  const name = entryName(entry)
  return before && after && before.rate !== after.rate
    ? t.entry.replaced({ what: name, from: entryRate(before), to: entryRate(after) })
    : t.entry.added({ what: name, rate: entryRate(entry) })
}

export function savedSentence(message: string, changes: readonly RateChange[]): string {
  const [first, ...others] = changes
  return first && others.length === 0
    ? t.entry.did({ message, what: changeSentence(first) })
    : message
}

export interface SavedChanges {
  readonly message: string
  readonly data: readonly RateChange[]
}

export function offerUndo(
  { message, data }: SavedChanges,
  changes: Changes,
  more: ReactNode,
): void {
  const undo = async () => showToast({ text: await undoChanges(data) })
  showToast({
    text: savedSentence(message, data),
    more,
    action: { label: t.entry.undo, run: () => void changes.make(undo) },
  })
}
