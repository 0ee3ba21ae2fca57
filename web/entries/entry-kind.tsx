import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import styles from './manual-rates.module.css'

/** The kind of an entry, where it is another than that of the rates that the calls give without one. */
export function EntryKind({ rate: { kind } }: { rate: ManualRate }) {
  return kind && <span className={styles['kind']}> {KIND_NAMES[kind]}</span>
}
