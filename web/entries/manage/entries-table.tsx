import { useState } from 'react'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { entryText, manageText } from '../../text/en/work/entries.ts'
import type { Changes } from '../../ui/list/use-changes.ts'
import { RowTable } from '../../ui/list/row-table.tsx'
import { ManageRow, DeletedRow } from './manage-row.tsx'
import { SelectionBar } from './manage-selection.tsx'
import styles from './manage-list.module.css'

interface EntriesTableProps {
  readonly rates: readonly ManualRate[]
  /** Whether they are the deleted entries. */
  readonly deleted: boolean
  /** Whether they could not be had. */
  readonly failed: boolean
  readonly onDelete: (rate: ManualRate) => void
  readonly changes: Changes
}

/** An entry as it was when its editing began, and the place that it had. */
interface EditedEntry {
  readonly entry: ManualRate
  readonly index: number
}

/** A page of entries; of the live ones, some may be selected and some be under edit. */
export function EntriesTable(props: EntriesTableProps) {
  const { rates, deleted, failed, onDelete, changes } = props
  const [editing, setEditing] = useState<readonly EditedEntry[]>([])
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = rates.filter(({ id }) => selected.has(id))
  const rows = withEdited(rates, editing)
  if (rows.length === 0) return failed ? null : <p className="empty-list">{entryText.none}</p>
  const select = (id: number, on: boolean) =>
    setSelected(new Set(on ? [...selected, id] : [...selected].filter((each) => each !== id)))
  const { date, currency, rate, actions } = manageText.columns
  const { by, when } = deleted ? manageText.deletedColumns : manageText.liveColumns
  const rowOf = (rate: ManualRate, index: number) => (
    <ManageRow
      key={rate.id}
      rate={rate}
      seen={editing.find(({ entry }) => entry.id === rate.id)?.entry}
      selected={selected.has(rate.id)}
      onSelect={(on) => select(rate.id, on)}
      onEdit={() => setEditing([...editing, { entry: rate, index }])}
      onClose={() => setEditing(editing.filter(({ entry }) => entry.id !== rate.id))}
      onDelete={() => onDelete(rate)}
      changes={changes}
    />
  )
  return (
    <>
      {!deleted && (
        <SelectionBar
          chosen={chosen}
          all={chosen.length === rates.length}
          onAll={(on) => setSelected(new Set(on ? rates.map(({ id }) => id) : []))}
          changes={changes}
        />
      )}
      <RowTable
        className={styles['table']}
        caption={deleted ? manageText.deleted : manageText.recent}
        titles={[date, currency, rate, by, when, actions]}
      >
        {deleted
          ? rates.map((rate) => <DeletedRow key={rate.id} rate={rate} changes={changes} />)
          : rows.map(rowOf)}
      </RowTable>
    </>
  )
}

/** The rows of a page. What is being edited keeps its place when it is deleted, or moves to another page, meanwhile. */
function withEdited(rates: readonly ManualRate[], editing: readonly EditedEntry[]): readonly ManualRate[] {
  return editing
    .filter(({ entry }) => !rates.some(({ id }) => id === entry.id))
    .reduce((rows, { entry, index }) => rows.toSpliced(index, 0, entry), rates)
}
