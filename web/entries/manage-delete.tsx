import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { deleteManualRate, restoreManualRate } from '../../contract/entries.ts'
import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/en/names.ts'
import { call, errorOf } from '../api.ts'
import { refresh } from '../queries.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'

interface DeleteDialogProps {
  readonly rate: ManualRate
  readonly onDeleted: () => void
  readonly onFailure: (sentence: string | undefined) => void
  readonly onClose: () => void
}

/** Asks, deletes, and offers to take it back. */
export function DeleteDialog({ rate, onDeleted, onFailure, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const deleting = useAction(async () => {
    onFailure(undefined)
    try {
      const { message } = await call(deleteManualRate, { params: { id: String(rate.id) } })
      onDeleted()
      showToast({
        text: naming(message, rate),
        action: { label: 'Undo', run: () => void restoreRate(rate, client, onFailure) },
      })
    } catch (thrown) {
      onFailure(errorOf(thrown).message)
    }
    // After a failure too: somebody else may have deleted it.
    refresh(client, 'rates', 'entries')
    onClose()
  })
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this rate entry?"
      confirmText="Delete"
      busy={deleting.busy}
      onConfirm={() => void deleting.run()}
      onCancel={onClose}
    >
      <p>
        {seriesName(seriesOf(rate.base_currency, rate.kind))} of {formatDay(rate.date)}:{' '}
        {formatRate(rateOf(rate.rate))} LKR, entered by {rate.created_by}.
      </p>
    </ConfirmDialog>
  )
}

/** Brings a deleted entry back and says what came of it. */
export async function restoreRate(
  rate: ManualRate,
  client: QueryClient,
  onFailure: (sentence: string | undefined) => void,
): Promise<void> {
  onFailure(undefined)
  try {
    const { message } = await call(restoreManualRate, { params: { id: String(rate.id) } })
    showToast({ text: naming(message, rate) })
  } catch (thrown) {
    onFailure(errorOf(thrown).message)
  }
  refresh(client, 'rates', 'entries')
}

/** A message with the entry that it is about, because the toast stays when its row is gone. */
function naming(message: string, { base_currency, kind, date }: ManualRate): string {
  return `${message}: ${seriesName(seriesOf(base_currency, kind))} of ${formatDay(date)}`
}
