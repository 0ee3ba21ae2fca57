import { importHolidays, undoHolidays } from '../../contract/calendar.ts'
import type { EnteredHoliday } from '../../contract/schema/calendar.schema.ts'
import { call } from '../api.ts'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import type { Changes } from '../ui/list/use-changes.ts'

interface RemoveDialogProps {
  readonly holiday: EnteredHoliday
  readonly changes: Changes
  readonly onClose: () => void
}

/** Confirms, removes one bank holiday, and offers to take it back. */
export function RemoveDialog({ holiday, changes, onClose }: RemoveDialogProps) {
  const { date, name, scope } = holiday
  const undo = async (id: number) => {
    const { message } = await call(undoHolidays, { params: { id: String(id) } })
    showToast({ text: message })
  }
  const remove = async () => {
    const body = { text: date, scope, source: CALENDAR.removeSource, remove: true }
    const { message, data } = await call(importHolidays, { body })
    showToast({
      text: `${message}: ${name}`,
      action: { label: CALENDAR.undo, run: () => void changes.make(() => undo(data.id)) },
    })
  }
  return (
    <ConfirmDialog
      question={CALENDAR.removeQuestion}
      confirmText={CALENDAR.remove}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>{CALENDAR.removeFact(name, date)}</p>
    </ConfirmDialog>
  )
}
