import type { ManualRate } from '../../../contract/entries.ts'
import { call } from '../../api.ts'
import { t } from '../../../text/sentences.ts'
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
    const { message } = await call('DELETE /api/exchange-rate/manual/:id', {
      params: { id: String(rate.id) },
    })
    onDeleted()
    showToast({
      text: t.entry.did({ message, what: entryName(rate) }),
      action: { label: t.entry.undo, run: () => void restoreRate(rate, changes) },
    })
  }
  return (
    <ConfirmDialog
      question={t.manage.question}
      confirmText={t.manage.delete}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>
        {t.manage.entry({ what: entryName(rate), rate: entryRate(rate), user: rate.created_by })}
      </p>
      <p className="muted">{t.manage.effect}</p>
    </ConfirmDialog>
  )
}

/** Brings a deleted entry back and says what came of it. */
export function restoreRate(rate: ManualRate, changes: Changes): Promise<void> {
  return changes.make(async () => {
    const { message } = await call('POST /api/exchange-rate/manual/:id/restore', {
      params: { id: String(rate.id) },
    })
    showToast({ text: t.entry.did({ message, what: entryName(rate) }) })
  })
}
