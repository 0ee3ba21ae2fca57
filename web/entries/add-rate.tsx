import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { ManualRate, RateChange } from '../../contract/entries.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { refresh, useResponse } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'
import layout from '../ui/form/form.module.css'
import { entryRate } from './entry-name.ts'
import { dayQuery } from '../day-query.ts'
import { RateForm } from './rate-form.tsx'
import { SavedNotice, useSavedRates } from './saved-notice.tsx'
import { useRateForm, type EntryPlace } from './use-rate-form.ts'

/** Enters a rate in both specified forms, with the press that takes it back. */
export function useAddRate(screen: string) {
  const client = useQueryClient()
  const saved = useSavedRates()
  const { keyFor, renew } = useIdempotencyKey()
  const state = useRateForm({
    draft: screen,
    onSend: saved.forget,
    save: async (given, confirm) => {
      const confirmed = await confirm(given)
      if (!confirmed) return false
      const { entry: body, replaces } = confirmed
      const { message, data } = await call(
        'POST /api/exchange-rate/manual',
        { body },
        { idempotencyKey: keyFor(body) },
      )
      renew()
      saved.show(message, changesOf(data, replaces))
      refresh(client, 'rates', 'entries')
      return true
    },
  })
  return {
    state,
    saved,
    /** Empties the field of the rate, and takes away what was said of the newest entry. */
    clearRate: () => {
      state.clearRate()
      saved.forget()
    },
  }
}

interface AddRateProps extends Omit<ComponentProps<typeof RateForm>, 'state'> {
  readonly entry: ReturnType<typeof useAddRate>
}

/** The form of an entry, with what it would replace and what became of it. */
export function AddRate({ entry: { state, saved }, ...form }: AddRateProps) {
  return (
    <>
      <RateForm {...form} state={state} />
      <div className={layout['outcome']}>
        {state.place && <ReplacedRate place={state.place} />}
        {state.error && (
          <Notice kind="error" isOutcome>
            {state.error.message}
          </Notice>
        )}
        <SavedNotice saved={saved} />
      </div>
    </>
  )
}

/** The old rate beside the new one, before it is saved: only where the day has an entry already. */
function ReplacedRate({ place }: { place: EntryPlace }) {
  const { data } = useResponse(dayQuery(place))
  const entry = data?.data.rates.find(({ currency }) => currency === place.currency)?.entry
  if (!entry) return null
  return (
    <p role="status" className="fine-print">
      {t.entry.replaces({ day: place.date, rate: entryRate(entry), user: entry.updated_by })}
    </p>
  )
}

/**
 * What an entry changed, where it is known: `replaces` is the rate that stood there a moment
 * before, null for none, undefined where it is not known.
 */
function changesOf(after: ManualRate, replaces: number | null | undefined): RateChange[] {
  if (typeof replaces === 'number') return [{ before: { ...after, rate: replaces }, after }]
  const isNew = replaces === null && after.created_at === after.updated_at
  return isNew ? [{ before: null, after }] : []
}
