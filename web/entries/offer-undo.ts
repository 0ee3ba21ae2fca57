import { unitsFields } from '../../domain/currency.ts'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import type { ManualRate, RateChange, SeenEntry } from '../../contract/entries.ts'
import { call } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { showToast } from '../ui/toast.tsx'
import type { Changes } from '../ui/list/use-changes.ts'
import { entryName, entryRate } from './entry-name.ts'

type Body = InputOf<'POST /api/exchange-rate/manual/changes'>['body']
type Made = ResponseOf<'POST /api/exchange-rate/manual/changes'>

/** An entry as it is seen here: where it is another by now, the server changes nothing. */
export function seenOf(entry: ManualRate): SeenEntry
export function seenOf(entry: ManualRate | null): SeenEntry | null
export function seenOf(entry: ManualRate | null): SeenEntry | null {
  return entry && { id: entry.id, updated_at: entry.updated_at }
}

/** A rate to enter in the place of `seen`. */
export function enteredRate(
  entry: Pick<ManualRate, 'date' | 'base_currency' | 'kind' | 'publisher' | 'rate'>,
  seen: SeenEntry | null,
): NonNullable<Body['enter']>[number] {
  const { date, base_currency, rate } = entry
  return {
    date,
    base_currency,
    ...kindAndPublisher(entry),
    ...unitsFields(base_currency),
    rate,
    replaces: seen,
  }
}

/** What a call says of the kind and the bank of an entry. */
export const kindAndPublisher = ({ kind, publisher }: Pick<ManualRate, 'kind' | 'publisher'>) => ({
  ...(kind && { kind }),
  ...(publisher && { publisher }),
})

/** The changes that take others back. */
export function reverseOf(changes: readonly RateChange[]): Body {
  return {
    enter: changes.flatMap(({ before, after }) =>
      before && after ? [enteredRate(before, seenOf(after))] : [],
    ),
    delete: changes.flatMap(({ before, after }) => (after && !before ? [seenOf(after)] : [])),
    restore: changes.flatMap(({ before, after }) => (before && !after ? [{ id: before.id }] : [])),
  }
}

/** What a change did: `USD of 29 Sep 2026: 301.2500 → 302.0000`. */
export function changeSentence({ before, after }: RateChange): string {
  const entry = after ?? before
  if (!entry) return ''
  const name = entryName(entry)
  return before && after && before.rate !== after.rate
    ? t.entry.replaced({ what: name, from: entryRate(before), to: entryRate(after) })
    : t.entry.added({ what: name, rate: entryRate(entry) })
}

/** Says what was changed, with the one press that takes all of it back. */
export function offerUndo({ message, data }: Made, changes: Changes): void {
  const [first, ...others] = data
  const undo = async () => {
    const undone = await call('POST /api/exchange-rate/manual/changes', { body: reverseOf(data) })
    showToast({ text: undone.message })
  }
  showToast({
    text:
      first && others.length === 0
        ? t.entry.did({ message, what: changeSentence(first) })
        : message,
    action: { label: t.entry.undo, run: () => void changes.make(undo) },
  })
}
