import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeManualRates, entriesOfDay } from '../../../contract/rates/rate-changes.ts'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { call, errorOf } from '../../api.ts'
import { useIdempotencyKey } from '../../connection/idempotency-key.ts'
import { refresh } from '../../queries.ts'
import { entryText, manageText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/form/field.module.css'
import { useAction } from '../../ui/use-action.ts'
import type { Changes } from '../../ui/list/use-changes.ts'
import { enteredRate, offerUndo, seenOf } from '../change-rates.ts'
import { entryName, entryRate } from '../entry-name.ts'
import { focusConflict, RateConflict } from '../rate-conflict.tsx'
import { RateInput, readRate } from '../rate-input.tsx'
import { useRateWarnings } from '../use-rate-warnings.ts'
import { WarningDialog } from '../warning-dialog.tsx'
import styles from './manage-list.module.css'

interface RateEditorProps {
  /** The entry as it is known now. */
  readonly rate: ManualRate
  /** The entry as it was when its editing began. */
  readonly seen: ManualRate
  readonly onClose: () => void
  readonly changes: Changes
}

/** Changes the rate of an entry where it stands. What somebody else has made of it meanwhile is told, and never overwritten unseen. */
export function RateEditor(props: RateEditorProps) {
  const { form, now, base, saving, wrong, setWrong, useMine, warning } = useRateEditor(props)
  const { rate, onClose } = props
  const id = `edit-${rate.id}`
  const sentence =
    wrong ?? (saving.error && (Object.values(saving.error.fields)[0]?.[0] ?? saving.error.message))
  return (
    <>
      <form
        ref={form}
        noValidate
        className={styles['editor']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!focusConflict(event.currentTarget)) void saving.run()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      >
        <RateInput
          name="rate"
          className={classNames(fieldStyles['control'], styles['input'])}
          aria-label={manageText.rateOf(entryName(rate))}
          aria-invalid={sentence !== undefined || undefined}
          aria-describedby={sentence === undefined ? undefined : id}
          placeholder={manageText.placeholder}
          defaultValue={entryRate(rate)}
          autoFocus
          onUnclear={setWrong}
        />
        <Button type="submit" busy={saving.busy} busyText={entryText.saving}>
          {entryText.save}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {manageText.cancel}
        </Button>
        {!saving.busy && now?.updated_at !== base?.updated_at && (
          <RateConflict now={now} onTheirs={onClose} onMine={useMine} />
        )}
        {sentence !== undefined && (
          <p id={id} role="alert" className={styles['wrong']}>
            {sentence}
          </p>
        )}
      </form>
      {warning && <WarningDialog warning={warning} />}
    </>
  )
}

function useRateEditor({ rate, seen, onClose, changes }: RateEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const [wrong, setWrong] = useState<string>()
  /** What the typed rate is meant to replace; null for a deleted entry. */
  const [base, setBase] = useState<ManualRate | null>(seen)
  const { now, look } = useNewest(rate)
  const { keyFor } = useIdempotencyKey()
  const guard = useRateWarnings()
  const rateInput = () => form.current?.elements.namedItem('rate') as HTMLInputElement | undefined
  const saving = useAction(async () => {
    const input = rateInput()
    if (!input) return
    changes.forgetFailure()
    const read = readRate(input)
    setWrong('error' in read ? read.error : undefined)
    if ('error' in read) {
      input.focus()
      return
    }
    if (read.rate === base?.rate) {
      onClose()
      return
    }
    const { replaces, ...entry } = enteredRate({ ...rate, rate: read.rate }, seenOf(base))
    const settled = await guard.settle(entry)
    if (!settled) {
      requestAnimationFrame(() => input.select())
      return
    }
    const { reason } = settled.entry
    const body = { enter: [{ ...entry, replaces }], ...(reason !== undefined && { reason }) }
    try {
      offerUndo(await call(changeManualRates, { body }, { idempotencyKey: keyFor(body) }), changes)
    } catch (thrown) {
      if (errorOf(thrown).status !== 409 || !(await look())) throw thrown
      return
    }
    refresh(client, 'rates', 'entries')
    onClose()
  })
  const useMine = () => {
    setBase(now)
    requestAnimationFrame(() => rateInput()?.focus())
  }
  return { form, now, base, saving, wrong, setWrong, useMine, warning: guard.warning }
}

/** The newest that is known of an entry: of the list, or of a look when the server has refused to overwrite it. */
function useNewest(rate: ManualRate) {
  const [found, setFound] = useState<{ readonly entry: ManualRate | null; readonly instead: ManualRate }>()
  const { date, base_currency, kind } = rate
  /** Whether it could be found out. */
  const look = async (): Promise<boolean> => {
    try {
      const { data } = await call(entriesOfDay, { querystring: { date, ...(kind && { kind }) } })
      const row = data.rates.find(({ currency }) => currency === base_currency)
      setFound({ entry: row?.entry ?? null, instead: rate })
      return true
    } catch {
      return false
    }
  }
  // What the list says once it has moved on is newer.
  return { now: found?.instead.updated_at === rate.updated_at ? found.entry : rate, look }
}
