import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { deleteManualRate, restoreManualRate } from '../../../contract/entries.ts'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { call, errorOf } from '../../api.ts'
import { refresh } from '../../queries.ts'
import { entryText, manageText } from '../../text/en/work/entries.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { entryName, entryRate } from '../entry-name.ts'

interface DeleteDialogProps {
  readonly rate: ManualRate
  /** The entry is about to leave the list, by whomever it was deleted. */
  readonly onGone: () => void
  readonly onDeleted: () => void
  readonly onFailure: (sentence: string | undefined) => void
  readonly onClose: () => void
}

/** Asks, deletes, and offers to take it back. */
export function DeleteDialog({ rate, onGone, onDeleted, onFailure, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const deleting = useAction(async () => {
    onFailure(undefined)
    try {
      const { message } = await call(deleteManualRate, { params: { id: String(rate.id) } })
      onGone()
      onDeleted()
      showToast({
        text: entryText.did(message, entryName(rate)),
        action: { label: entryText.undo, run: () => void restoreRate(rate, client, onFailure) },
      })
    } catch (thrown) {
      const { status, message } = errorOf(thrown)
      if (status === 404) onGone()
      onFailure(message)
    }
    // After a failure too: somebody else may have deleted it.
    refresh(client, 'rates', 'entries')
    onClose()
  })
  return (
    <ConfirmDialog
      question={manageText.question}
      confirmText={manageText.delete}
      busy={deleting.busy}
      onConfirm={() => void deleting.run()}
      onCancel={onClose}
    >
      <p>{manageText.entry(entryName(rate), entryRate(rate), rate.created_by)}</p>
    </ConfirmDialog>
  )
}

/** Brings a deleted entry back and says what came of it. */
export async function restoreRate(
  rate: ManualRate,
  client: QueryClient,
  onFailure: (sentence: string | undefined) => void,
  onRestored?: () => void,
): Promise<void> {
  onFailure(undefined)
  try {
    const { message } = await call(restoreManualRate, { params: { id: String(rate.id) } })
    onRestored?.()
    showToast({ text: entryText.did(message, entryName(rate)) })
  } catch (thrown) {
    onFailure(errorOf(thrown).message)
  }
  refresh(client, 'rates', 'entries')
}
