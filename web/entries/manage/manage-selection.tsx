import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeManualRates } from '../../../contract/rates/rate-changes.ts'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { call, errorOf } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { refresh } from '../../queries.ts'
import { manageText, selectionText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { offerUndo, seenOf } from '../change-rates.ts'
import { entryName, entryRate } from '../entry-name.ts'
import { focusListHeading } from './focus-list-heading.ts'
import styles from './manage-list.module.css'

interface SelectionProps {
  readonly chosen: readonly ManualRate[]
  readonly onFailure: (sentence: string | undefined) => void
}

interface SelectionBarProps extends SelectionProps {
  /** Whether every entry of the page is chosen. */
  readonly all: boolean
  readonly onAll: (on: boolean) => void
}

/** Chooses all entries of a page or none, and deletes those that are chosen. */
export function SelectionBar({ chosen, all, onAll, onFailure }: SelectionBarProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles['selection']}>
      <label>
        <input type="checkbox" checked={all} onChange={({ target }) => onAll(target.checked)} />
        {selectionText.selectAll}
      </label>
      <span role="status">{chosen.length > 0 && selectionText.selected(chosen.length)}</span>
      {chosen.length > 0 && (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {selectionText.delete}
        </Button>
      )}
      {asking && (
        <DeleteSelected
          chosen={chosen}
          onDeleted={() => onAll(false)}
          onFailure={onFailure}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface DeleteSelectedProps extends SelectionProps {
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks, deletes all of them or none, and offers to take it back with one press. */
function DeleteSelected({ chosen, onDeleted, onFailure, onClose }: DeleteSelectedProps) {
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  // What was asked about, whatever becomes of the list behind the question.
  const [entries] = useState(chosen)
  const deleting = useAction(async () => {
    onFailure(undefined)
    try {
      const body = { delete: entries.map((each) => seenOf(each)) }
      const made = await call(changeManualRates, { body }, { idempotencyKey: keyFor(body) })
      offerUndo(made, client, onFailure)
      onDeleted()
      focusListHeading()
    } catch (thrown) {
      onFailure(errorOf(thrown).message)
    }
    refresh(client, 'rates', 'entries')
    onClose()
  })
  return (
    <ConfirmDialog
      question={selectionText.question(entries.length)}
      confirmText={manageText.delete}
      busy={deleting.busy}
      onConfirm={() => void deleting.run()}
      onCancel={onClose}
    >
      <ul>
        {entries.map((each) => (
          <li key={each.id}>{manageText.entry(entryName(each), entryRate(each), each.updated_by)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
