import { useState } from 'react'
import type { ManualRate } from '../../../contract/entries.ts'
import { call } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { t } from '../../../text/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Changes } from '../../ui/list/use-changes.ts'
import { offerUndo, seenOf } from '../offer-undo.ts'
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
    offerUndo(
      await call(
        'POST /api/exchange-rate/manual/changes',
        { body },
        { idempotencyKey: keyFor(body) },
      ),
      changes,
    )
    onAll(false)
    focusListHeading()
  }
  return (
    <div className={styles['selection']}>
      <label className="tick">
        <input type="checkbox" checked={all} onChange={({ target }) => onAll(target.checked)} />
        {t.selection.selectAll}
      </label>
      <span role="status">
        {chosen.length > 0 && t.selection.selected({ count: chosen.length })}
      </span>
      {chosen.length > 0 && (
        <Button kind="danger" onClick={() => setConfirming(chosen)}>
          {t.selection.delete}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          question={t.selection.question({ count: confirming.length })}
          confirmText={t.manage.delete}
          onConfirm={() => changes.make(() => remove(confirming))}
          onClose={() => setConfirming(undefined)}
        >
          <ul>
            {confirming.map((each) => (
              <li key={each.id}>
                {t.manage.entry({
                  what: entryName(each),
                  rate: entryRate(each),
                  user: each.updated_by,
                })}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}
