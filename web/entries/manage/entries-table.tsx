import { useState } from 'react'
import type { ManualRate } from '../../../contract/entries.ts'
import { t } from '../../../text/sentences.ts'
import type { Changes } from '../../ui/list/use-changes.ts'
import { RowTable } from '../../ui/list/row-table.tsx'
import { ManageRow, DeletedRow } from './manage-row.tsx'
import { EditRate, editBrokenOff } from '../edit-rate.tsx'
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

/** A page of entries; of the live ones, some may be selected and one may be under edit. */
export function EntriesTable({ rates, deleted, failed, onDelete, changes }: EntriesTableProps) {
  /** As it was when its editing began, also where that was broken off by a reload or a sign-in. */
  const [editing, setEditing] = useState(() => rates.map(editBrokenOff).find(Boolean))
  /** As they were when the list was opened: what is new or another since is marked. */
  const [opened] = useState(() => new Set(rates.map(stamp)))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = rates.filter(({ id }) => selected.has(id))
  const select = (id: number, on: boolean) =>
    setSelected(new Set(on ? [...selected, id] : [...selected].filter((each) => each !== id)))
  const { date, currency, rate, actions, ...by } = t.manage.columns
  return (
    <>
      {rates.length === 0 ? (
        !failed && <p className="muted">{t.entry.none}</p>
      ) : (
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
            caption={deleted ? t.manage.deleted : t.manage.recent}
            titles={[
              date,
              currency,
              { title: rate, numeric: true },
              deleted ? by.deleted : by.entered,
              { title: actions, numeric: true },
            ]}
          >
            {rates.map((each) =>
              deleted ? (
                <DeletedRow key={each.id} rate={each} changes={changes} />
              ) : (
                <ManageRow
                  key={each.id}
                  rate={each}
                  isNew={!opened.has(stamp(each))}
                  selected={selected.has(each.id)}
                  onSelect={(on) => select(each.id, on)}
                  onEdit={() => setEditing(each)}
                  onDelete={() => onDelete(each)}
                />
              ),
            )}
          </RowTable>
        </>
      )}
      {editing && (
        <EditRate
          rate={rates.find(({ id }) => id === editing.id) ?? editing}
          seen={editing}
          onClose={() => setEditing(undefined)}
          changes={changes}
        />
      )}
    </>
  )
}

const stamp = ({ id, updated_at, updated_by }: ManualRate) => [id, updated_at, updated_by].join()
