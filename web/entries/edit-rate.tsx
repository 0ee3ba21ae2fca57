import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
import { call, errorOf } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/form.tsx'
import type { Changes } from '../ui/list.tsx'
import {
  enteredRate,
  entryName,
  entryRate,
  kindAndPublisher,
  offerUndo,
  seenEntry,
} from './rate-changes.ts'
import { RateField } from './rate-input.tsx'
import {
  checkRate,
  focusConflict,
  RateConflict,
  RateQuestion,
  type RateDoubt,
} from './rate-questions.tsx'

interface EditRateProps {
  /** The entry as the list has it now. */
  readonly entry: ManualRate
  readonly changes: Changes
  readonly onClose: () => void
}

/**
 * Changes the rate of an entry. If another user changes the entry meanwhile, one of both rates is
 * chosen first.
 */
export function EditRate({ entry, changes, onClose }: EditRateProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  /** The entry that the typed rate replaces; null if it was deleted and is entered again. */
  const [base, setBase] = useState<ManualRate | null>(entry)
  const [opened] = useState(entry)
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<{ rate: number; doubt: RateDoubt }>()
  const { now, look } = useNewest(entry)
  const { keyFor } = useIdempotencyKey()
  const isOvertaken = !busy && now?.updated_at !== base?.updated_at
  const save = async (rate: number, reason = '') => {
    const enter = [enteredRate({ ...opened, rate }, seenEntry(base))]
    const body = { enter, ...(reason !== '' && { reason }) }
    setBusy(true)
    try {
      const { message, data } = await call(
        'POST /api/exchange-rate/manual/changes',
        { body },
        { idempotencyKey: keyFor(body) },
      )
      offerUndo(message, data, changes)
      refresh(client, 'rates', 'entries')
      onClose()
    } catch (thrown) {
      if (errorOf(thrown).status !== 409 || !(await look())) throw thrown
      setQuestion(undefined)
    } finally {
      setBusy(false)
    }
  }
  const send = async (
    { rate: text }: Readonly<Record<string, string>>,
    element: HTMLFormElement,
  ) => {
    if (focusConflict(element)) return
    changes.forgetFailure()
    const rate = Number(text)
    if (rate === base?.rate) {
      onClose()
      return
    }
    const { replaces: _, ...body } = enteredRate({ ...opened, rate }, null)
    const [doubt] = (await checkRate(body))?.warnings ?? []
    if (doubt) setQuestion({ rate, doubt })
    else await save(rate)
  }
  const selectRate = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('input')?.select())
  return (
    <>
      <Dialog title={t.edit.title({ what: entryName(opened) })} onClose={onClose}>
        <Form ref={form} className="fields" values={{ rate: entryRate(opened) }} onSend={send}>
          <RateField label={t.edit.rate} placeholder="0.0000" />
          {isOvertaken && (
            <RateConflict
              now={now}
              onKeepTheirs={onClose}
              onKeepMine={() => {
                setBase(now)
                selectRate()
              }}
            />
          )}
          <FormError />
          <div className="actions">
            <Button kind="quiet" onClick={onClose}>
              {t.ui.cancel}
            </Button>
            <SubmitButton busyText={t.entry.saving}>{t.edit.save}</SubmitButton>
          </div>
        </Form>
      </Dialog>
      {question && (
        <RateQuestion
          doubts={[
            {
              name: t.entry.added({ what: entryName(opened), rate: entryRate(question) }),
              doubt: question.doubt,
            },
          ]}
          onUse={(_, rate) => save(rate)}
          onSave={(reason) => save(question.rate, reason)}
          onClose={() => {
            setQuestion(undefined)
            selectRate()
          }}
        />
      )}
    </>
  )
}

/** The newest known state of an entry: the list's, or a later one read after a refused change. */
function useNewest(entry: ManualRate) {
  const [found, setFound] = useState<{ entry: ManualRate | null; listed: string }>()
  const look = async (): Promise<boolean> => {
    const { date, base_currency } = entry
    const query = { date, ...kindAndPublisher(entry) }
    try {
      const { data } = await call('GET /api/exchange-rate/manual/day', { query })
      const row = data.rates.find(({ currency }) => currency === base_currency)
      setFound({ entry: row?.entry ?? null, listed: entry.updated_at })
      return true
    } catch {
      return false
    }
  }
  return { now: found?.listed === entry.updated_at ? found.entry : entry, look }
}
