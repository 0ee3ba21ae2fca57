import { useQueryClient } from '@tanstack/react-query'
import { importHolidays, undoHolidays } from '../../contract/calendar.ts'
import type { EnteredHoliday } from '../../contract/schema/calendar.schema.ts'
import { call, errorOf } from '../api.ts'
import { refresh } from '../queries.ts'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'

interface RemoveDialogProps {
  readonly holiday: EnteredHoliday
  readonly onRemoved: () => void
  readonly onFailure: (sentence: string | undefined) => void
  readonly onClose: () => void
}

/** Confirms, removes one bank holiday, and offers to take it back. */
export function RemoveDialog({ holiday, onRemoved, onFailure, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const { date, name, scope } = holiday
  const undo = async (id: number) => {
    try {
      const { message } = await call(undoHolidays, { params: { id: String(id) } })
      showToast({ text: message })
    } catch (thrown) {
      onFailure(errorOf(thrown).message)
    }
    refresh(client, 'calendar', 'rates')
  }
  const removing = useAction(async () => {
    onFailure(undefined)
    try {
      const body = { text: date, scope, source: CALENDAR.removeSource, remove: true }
      const { message, data } = await call(importHolidays, { body })
      onRemoved()
      showToast({
        text: `${message}: ${name}`,
        action: { label: CALENDAR.undo, run: () => void undo(data.id) },
      })
    } catch (thrown) {
      onFailure(errorOf(thrown).message)
    }
    // After a failure too: somebody else may have removed it.
    refresh(client, 'calendar', 'rates')
    onClose()
  })
  return (
    <ConfirmDialog
      question={CALENDAR.removeQuestion}
      confirmText={CALENDAR.remove}
      busy={removing.busy}
      onConfirm={() => void removing.run()}
      onCancel={onClose}
    >
      <p>{CALENDAR.removeFact(name, date)}</p>
    </ConfirmDialog>
  )
}
