import type { ManualRate } from '../../contract/entries.ts'
import { publisherName } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'

/**
 * The kind of an entry, where it is another than that of the rates that the calls give without one,
 * and the bank whose rate it is.
 */
export function EntryKind({ rate: { kind, publisher } }: { rate: ManualRate }) {
  const named = [kind && t.kindNames[kind], publisher && publisherName(publisher)].filter(Boolean)
  return named.length > 0 && <span className="fine-print"> {named.join(', ')}</span>
}
