import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { recordManualRate } from '../../contract/entries.ts'
import type { ManualRate } from '../../contract/schema/entries.schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { seriesName } from '../../text/en/names.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { WarningDialog } from './warning-dialog.tsx'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { EntryKind } from './entry-kind.tsx'
import { restoreRate } from './manage-delete.tsx'
import { RateInput, readRate } from './rate-field.tsx'
import { useRateWarnings } from './use-rate-warnings.ts'
import styles from './manage-list.module.css'

interface ManageRowProps {
  readonly rate: ManualRate
  readonly onDelete: () => void
  readonly onFailure: (sentence: string | undefined) => void
}

/** One entry. Its rate can be changed where it stands. */
export function ManageRow({ rate, onDelete, onFailure }: ManageRowProps) {
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const what = `${seriesName(seriesOf(rate.base_currency, rate.kind))} of ${formatDay(rate.date)}`
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <tr role="row" data-row={rate.id}>
      <td role="cell">
        <time dateTime={rate.date}>{formatDay(rate.date)}</time>
      </td>
      <td role="cell">
        {rate.base_currency}
        <EntryKind rate={rate} />
      </td>
      {editing ? (
        <td role="cell" colSpan={2}>
          <RateEditor rate={rate} what={what} onClose={close} onFailure={onFailure} />
        </td>
      ) : (
        <>
          <td role="cell">{formatRate(rateOf(rate.rate))}</td>
          <td role="cell" className={styles['actions']}>
            <Button ref={edit} kind="quiet" onClick={() => setEditing(true)}>
              Edit<span className="visually-hidden"> {what}</span>
            </Button>
            <Button kind="danger" onClick={onDelete}>
              Delete<span className="visually-hidden"> {what}</span>
            </Button>
          </td>
        </>
      )}
    </tr>
  )
}

/** A deleted entry: it can be brought back. */
export function DeletedRow({ rate, onFailure }: Omit<ManageRowProps, 'onDelete'>) {
  const client = useQueryClient()
  const restoring = useAction(() => restoreRate(rate, client, onFailure))
  return (
    <tr role="row" data-row={rate.id}>
      <td role="cell">
        <time dateTime={rate.date}>{formatDay(rate.date)}</time>
        {rate.deleted_at !== null && (
          <span className={styles['deleted']}>
            deleted by {rate.deleted_by}, <ColomboTime instant={rate.deleted_at} />
          </span>
        )}
      </td>
      <td role="cell">
        {rate.base_currency}
        <EntryKind rate={rate} />
      </td>
      <td role="cell">{formatRate(rateOf(rate.rate))}</td>
      <td role="cell" className={styles['actions']}>
        <Button kind="quiet" busy={restoring.busy} onClick={() => void restoring.run()}>
          Restore
          <span className="visually-hidden">
            {' '}
            {seriesName(seriesOf(rate.base_currency, rate.kind))} of {formatDay(rate.date)}
          </span>
        </Button>
      </td>
    </tr>
  )
}

interface RateEditorProps extends Omit<ManageRowProps, 'onDelete'> {
  readonly what: string
  readonly onClose: () => void
}

function RateEditor({ rate, what, onClose, onFailure }: RateEditorProps) {
  const client = useQueryClient()
  const [wrong, setWrong] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { keyFor } = useIdempotencyKey()
  const guard = useRateWarnings()
  const id = `edit-${rate.id}`
  const saving = useAction(async () => {
    const input = form.current?.elements.namedItem('rate')
    if (!(input instanceof HTMLInputElement)) return
    onFailure(undefined)
    const read = readRate(input)
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) {
      input.focus()
      return
    }
    if (read.rate === rate.rate) {
      onClose()
      return
    }
    const { date, base_currency, kind } = rate
    const body = await guard.settle({ date, base_currency, rate: read.rate, ...(kind && { kind }) })
    if (!body) {
      requestAnimationFrame(() => input.select())
      return
    }
    const response = await call(recordManualRate, { body }, { idempotencyKey: keyFor(body) })
    showToast({ text: response.message })
    refresh(client, 'rates', 'entries')
    onClose()
  })
  const error = saving.error && (Object.values(saving.error.fields)[0]?.[0] ?? saving.error.message)
  const sentence = wrong ?? error
  return (
    <>
      <form
        ref={form}
        noValidate
        className={styles['editor']}
        onSubmit={(event) => {
          event.preventDefault()
          void saving.run()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      >
        <RateInput
          name="rate"
          className={styles['input']}
          aria-label={`Rate of ${what}`}
          aria-invalid={sentence !== undefined || undefined}
          aria-describedby={sentence === undefined ? undefined : id}
          placeholder="0.0000"
          defaultValue={formatRate(rateOf(rate.rate))}
          autoFocus
          onUnclear={setWrong}
        />
        <Button type="submit" busy={saving.busy} busyText="Saving...">
          Save
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        {sentence !== undefined && (
          <p id={id} role="alert" className={styles['wrong']}>
            {sentence}
          </p>
        )}
      </form>
      {guard.warning && <WarningDialog warning={guard.warning} />}
    </>
  )
}
