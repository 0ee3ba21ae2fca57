import { useState } from 'react'
import { changeManualRates } from '../../../contract/rates/rate-changes.ts'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { call } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { manageText, selectionText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Changes } from '../../ui/list/use-changes.ts'
import { offerUndo, seenOf } from '../change-rates.ts'
import { entryName, entryRate } from '../entry-name.ts'
import { focusListHeading } from '../../ui/list/list-card.tsx'
import styles from './manage-list.module.css'

interface SelectionBarProps {
  readonly chosen: readonly ManualRate[]
  readonly changes: Changes
  /** Whether every entry of the page is chosen. */
  readonly all: boolean
  readonly onAll: (on: boolean) => void
}

/** Chooses all entries of a page or none, and deletes those that are chosen. */
export function SelectionBar({ chosen, changes, all, onAll }: SelectionBarProps) {
  /** What the question is about, whatever becomes of the list behind it. */
  const [confirming, setConfirming] = useState<readonly ManualRate[]>()
  const { keyFor } = useIdempotencyKey()
  const remove = async (entries: readonly ManualRate[]) => {
    const body = { delete: entries.map((each) => seenOf(each)) }
    offerUndo(await call(changeManualRates, { body }, { idempotencyKey: keyFor(body) }), changes)
    onAll(false)
    focusListHeading()
  }
  return (
    <div className={styles['selection']}>
      <label>
        <input type="checkbox" checked={all} onChange={({ target }) => onAll(target.checked)} />
        {selectionText.selectAll}
      </label>
      <span role="status">{chosen.length > 0 && selectionText.selected(chosen.length)}</span>
      {chosen.length > 0 && (
        <Button kind="danger" onClick={() => setConfirming(chosen)}>
          {selectionText.delete}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          question={selectionText.question(confirming.length)}
          confirmText={manageText.delete}
          onConfirm={() => changes.make(() => remove(confirming))}
          onClose={() => setConfirming(undefined)}
        >
          <ul>
            {confirming.map((each) => (
              <li key={each.id}>{manageText.entry(entryName(each), entryRate(each), each.updated_by)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}
