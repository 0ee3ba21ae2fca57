import { deleteManualRate, restoreManualRate } from '../../../contract/entries.ts'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { call } from '../../api.ts'
import { entryText, manageText } from '../../text/en/work/entries.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Changes } from '../../ui/list/use-changes.ts'
import { entryName, entryRate } from '../entry-name.ts'

interface DeleteDialogProps {
  readonly rate: ManualRate
  readonly changes: Changes
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks, deletes, and offers to take it back. */
export function DeleteDialog({ rate, changes, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async () => {
    const { message } = await call(deleteManualRate, { params: { id: String(rate.id) } })
    onDeleted()
    showToast({
      text: entryText.did(message, entryName(rate)),
      action: { label: entryText.undo, run: () => void restoreRate(rate, changes) },
    })
  }
  return (
    <ConfirmDialog
      question={manageText.question}
      confirmText={manageText.delete}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>{manageText.entry(entryName(rate), entryRate(rate), rate.created_by)}</p>
    </ConfirmDialog>
  )
}

/** Brings a deleted entry back and says what came of it. */
export function restoreRate(rate: ManualRate, changes: Changes): Promise<void> {
  return changes.make(async () => {
    const { message } = await call(restoreManualRate, { params: { id: String(rate.id) } })
    showToast({ text: entryText.did(message, entryName(rate)) })
  })
}
