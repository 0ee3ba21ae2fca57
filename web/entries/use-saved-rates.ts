import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeManualRates } from '../../contract/rates/rate-changes.ts'
import type { RateChange } from '../../contract/schema/rates/rate-changes.schema.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { useAction } from '../ui/use-action.ts'
import { reverseOf } from './change-rates.ts'

/** What a form saved last: what the server said, what was changed as far as it can be undone, and the undoing. */
export type SavedRates = ReturnType<typeof useSavedRates>

/** Remembers what a form saved last, with the press that takes it back. */
export function useSavedRates() {
  const client = useQueryClient()
  const [saved, setSaved] = useState<{ readonly message?: string; readonly changes: readonly RateChange[] }>(
    NOTHING,
  )
  const undoing = useAction(async () => {
    try {
      const { message } = await call(changeManualRates, { body: reverseOf(saved.changes) })
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
