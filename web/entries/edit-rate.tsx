import { unitsFields } from '../../domain/currency.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
import { call, errorOf } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { keptDraft } from '../ui/form/form-draft.ts'
import type { Changes } from '../ui/list/use-changes.ts'
import { Notice } from '../ui/notice.tsx'
import { enteredRate, kindAndPublisher, offerUndo, seenOf } from './offer-undo.ts'
import { entryName, entryRate } from './entry-name.ts'
import { RateConflict } from './rate-conflict.tsx'
import { RateForm } from './rate-form.tsx'
import { useRateForm } from './use-rate-form.ts'

interface EditRateProps {
  /** The entry as it is known now. */
  readonly rate: ManualRate
  /** The entry as it was when its editing began. */
  readonly seen: ManualRate
  readonly onClose: () => void
  readonly changes: Changes
}

/** Under which name what is typed over the rate of an entry is kept. */
const draftOf = (rate: ManualRate) => `rate ${rate.id}`

/**
 * The entry as it was when an editing of it began that was broken off; undefined: there is none.
 */
export function editBrokenOff(rate: ManualRate): ManualRate | undefined {
  const { seen } = keptDraft(draftOf(rate))
  return seen === undefined ? undefined : (JSON.parse(seen) as ManualRate)
}

/**
 * Changes the rate of an entry. What somebody else has made of it meanwhile is shown, and never
 * overwritten unseen.
 */
export function EditRate(props: EditRateProps) {
  const { seen } = props
  const { state, now, isOvertaken, close, useMine } = useEditRate(props)
  const error = state.error && (Object.values(state.error.fields)[0]?.[0] ?? state.error.message)
  return (
    <Dialog title={t.edit.title({ what: entryName(seen) })} onClose={close}>
      <RateForm
        state={state}
        fields={['rate']}
        texts={t.edit.form}
        cancel={
          <Button kind="quiet" onClick={close}>
            {t.ui.cancel}
          </Button>
        }
      >
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        {isOvertaken && <RateConflict now={now} onTheirs={close} onMine={useMine} />}
        {error !== undefined && <Notice kind="error">{error}</Notice>}
      </RateForm>
    </Dialog>
  )
}

function useEditRate({ rate, seen, onClose, changes }: EditRateProps) {
  const client = useQueryClient()
  /** What the typed rate is meant to replace; null for a deleted entry. */
  const [base, setBase] = useState<ManualRate | null>(seen)
  const { now, look } = useNewest(rate)
  const { keyFor } = useIdempotencyKey()
  const { date, base_currency } = seen
  const state = useRateForm({
    draft: draftOf(seen),
    values: { rate: entryRate(seen) },
    of: { date, base_currency, ...unitsFields(base_currency), ...kindAndPublisher(seen) },
    onSend: changes.forgetFailure,
    save: async (given, confirm) => {
      if (given.rate === base?.rate) {
        close()
        return true
      }
      const { replaces, ...entered } = enteredRate({ ...seen, rate: given.rate }, seenOf(base))
      const confirmed = await confirm(entered)
      if (!confirmed) return false
      const { reason, rate } = confirmed.entry
      const enter = [{ ...entered, rate, replaces }]
      const body = { enter, ...(reason !== undefined && { reason }) }
      try {
        offerUndo(
          await call(
            'POST /api/exchange-rate/manual/changes',
            { body },
            { idempotencyKey: keyFor(body) },
          ),
          changes,
        )
      } catch (thrown) {
        if (errorOf(thrown).status !== 409 || !(await look())) throw thrown
        return false
      }
      refresh(client, 'rates', 'entries')
      close()
      return true
    },
  })
  const close = () => {
    state.forget()
    onClose()
  }
  const useMine = () => {
    setBase(now)
    state.focusRate()
  }
  const isOvertaken = !state.busy && now?.updated_at !== base?.updated_at
  return { state, now, isOvertaken, close, useMine }
}

/**
 * The newest that is known of an entry: of the list, or of a look when the server has refused to
 * overwrite it.
 */
function useNewest(rate: ManualRate) {
  const [found, setFound] = useState<{
    readonly entry: ManualRate | null
    readonly instead: ManualRate
  }>()
  const { date, base_currency } = rate
  /** Whether it could be found out. */
  const look = async (): Promise<boolean> => {
    try {
      const { data } = await call('GET /api/exchange-rate/manual/day', {
        query: { date, ...kindAndPublisher(rate) },
      })
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
