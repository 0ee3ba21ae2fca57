import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { refresh } from '../queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogActions, Form } from '../ui/form/send-form.tsx'
import { RateField, typedRate } from '../ui/form/rate-field.tsx'
import type { Changes } from '../ui/items.tsx'
import { changedDays, FinalMonths } from '../rates/final-months.tsx'
import {
  enteredRate,
  entryName,
  entryRate,
  kindAndPublisher,
  offerUndo,
  rateBody,
  seenEntry,
} from './rate-changes.ts'
import { checkRate, type RateDoubt } from './rate-doubts.ts'
import { focusConflict, RateConflict, RateQuestion } from './rate-questions.tsx'

interface EditRateProps {
  readonly entry: ManualRate
  readonly changes: Changes
  readonly onClose: () => void
}

export function EditRate(props: EditRateProps) {
  const { onClose } = props
  const { form, opened, now, isOvertaken, question, ...edit } = useEditRate(props)
  return (
    <>
      <Dialog title={t.edit.title({ what: entryName(opened) })} onClose={onClose}>
        <Form ref={form} className="fields" values={{ rate: entryRate(opened) }} onSend={edit.send}>
          <RateField label={t.edit.rate} placeholder={t.manage.placeholder} required />
          {isOvertaken && (
            <RateConflict now={now} onKeepTheirs={onClose} onKeepMine={edit.keepMine} />
          )}
          <DialogActions onCancel={onClose} busyText={t.entry.saving}>
            {t.edit.save}
          </DialogActions>
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
          onUse={(_, rate) => edit.save(rate)}
          onSave={(reason) => edit.save(question.rate, reason)}
          onClose={edit.goBack}
        />
      )}
    </>
  )
}

function useEditRate({ entry, changes, onClose }: EditRateProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [opened] = useState(entry)
  /** The entry that the typed rate replaces; null if it was deleted and is entered again. */
  const [base, setBase] = useState<ManualRate | null>(entry)
  const [isSaving, setSaving] = useState(false)
  const [question, setQuestion] = useState<{ rate: number; doubt: RateDoubt }>()
  const { now, look } = useNewest(entry)
  const { keyFor } = useIdempotencyKey()
  const save = async (rate: number, reason = '') => {
    const enter = [enteredRate({ ...opened, rate }, seenEntry(base))]
    const body = { enter, ...(reason !== '' && { reason }) }
    setSaving(true)
    try {
      const done = await call(
        'POST /api/exchange-rate/manual/changes',
        { body },
        { idempotencyKey: keyFor(body) },
      )
      offerUndo(done, changes, <FinalMonths days={changedDays(done.data)} />)
      refresh(client, 'rates', 'entries')
      onClose()
    } catch (thrown) {
      if (toApiError(thrown).status !== 409 || !(await look())) throw thrown
      setQuestion(undefined)
    } finally {
      setSaving(false)
    }
  }
  const send = async (fields: Readonly<Record<string, string>>, element: HTMLFormElement) => {
    if (focusConflict(element)) return
    changes.forgetFailure()
    const rate = typedRate(fields['rate'] ?? '')
    if (rate === undefined || rate === base?.rate) {
      onClose()
      return
    }
    const [doubt] = (await checkRate(rateBody({ ...opened, rate })))?.warnings ?? []
    if (doubt) setQuestion({ rate, doubt })
    else await save(rate)
  }
  const goBack = () => {
    setQuestion(undefined)
    requestAnimationFrame(() => form.current?.querySelector('input')?.select())
  }
  const keepMine = () => {
    setBase(now)
    goBack()
  }
  const isOvertaken = !isSaving && now?.version !== base?.version
  return { form, opened, now, isOvertaken, question, save, send, goBack, keepMine }
}

/** The newest known state of an entry: the list's, or a later one read after a refused change. */
function useNewest(entry: ManualRate) {
  const [found, setFound] = useState<{ entry: ManualRate | null; listed: number }>()
  const look = async (): Promise<boolean> => {
    const { date, base_currency } = entry
    const query = { date, ...kindAndPublisher(entry) }
    try {
      const { data } = await call('GET /api/exchange-rate/manual/day', { query })
      const row = data.rates.find(({ currency }) => currency === base_currency)
      setFound({ entry: row?.entry ?? null, listed: entry.version })
      return true
    } catch {
      return false
    }
  }
  return { now: found?.listed === entry.version ? found.entry : entry, look }
}
