import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'

/**
 * The kind of an entry, where it is another than that of the rates that the calls give without one.
 */
export function EntryKind({ rate: { kind } }: { rate: ManualRate }) {
  return kind && <span className="fine-print"> {t.kindNames[kind]}</span>
}
