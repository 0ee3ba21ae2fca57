import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { changeSentence, reverseOf } from './offer-undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RateChange } from '../../contract/entries.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { useAction } from '../ui/use-action.ts'

/**
 * Remembers what a form saved last: what the server said, what was changed as far as it can be
 * undone, and the undoing.
 */
export function useSavedRates() {
  const client = useQueryClient()
  const [saved, setSaved] = useState<{
    readonly message?: string
    readonly changes: readonly RateChange[]
  }>(NOTHING)
  const undoing = useAction(async () => {
    try {
      const { message } = await call('POST /api/exchange-rate/manual/changes', {
        body: reverseOf(saved.changes),
      })
      setSaved({ message, changes: [] })
    } finally {
      refresh(client, 'rates', 'entries')
    }
  })
  return {
    ...saved,
    undoing,
    show: (message: string, changes: readonly RateChange[]) => setSaved({ message, changes }),
    forget: () => {
      setSaved(NOTHING)
      undoing.forgetError()
    },
  }
}

const NOTHING = { changes: [] }

/** Says what was saved, from which rate to which, with the one press that takes all of it back. */
export function SavedNotice({ saved }: { readonly saved: ReturnType<typeof useSavedRates> }) {
  const { message, changes, undoing } = saved
  return (
    <>
      {undoing.error && <Notice kind="error">{undoing.error.message}</Notice>}
      {message !== undefined && (
        <Notice kind="success" isOutcome>
          <p>{message}</p>
          {changes.map(changeSentence).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {changes.length > 0 && (
            <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run()}>
              {t.entry.undo}
              <span className="visually-hidden">: {changes.map(changeSentence).join(', ')}</span>
            </Button>
          )}
        </Notice>
      )}
    </>
  )
}
