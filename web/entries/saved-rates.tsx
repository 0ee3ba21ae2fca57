import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RateChange } from '../../contract/entry-changes.ts'
import { t } from '../../text/sentences.ts'
import { refresh } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { changedDays, FinalMonths } from '../rates/final-months.tsx'
import { changeSentence, savedSentence, undoChanges } from './rate-changes.ts'

export function useSavedRates() {
  const client = useQueryClient()
  const [saved, setSaved] = useState<{ message?: string; changes: readonly RateChange[] }>(NOTHING)
  const undoing = useAction(async () => {
    try {
      setSaved({ message: await undoChanges(saved.changes), changes: [] })
    } finally {
      refresh(client, 'rates', 'entries')
    }
  })
  const show = (message: string, changes: readonly RateChange[]) => setSaved({ message, changes })
  const forget = () => {
    setSaved(NOTHING)
    undoing.forgetError()
  }
  return { ...saved, undoing, show, forget }
}

const NOTHING = { changes: [] }

export type SavedRates = ReturnType<typeof useSavedRates>

export function UndoButton({ saved: { changes, undoing } }: { readonly saved: SavedRates }) {
  return (
    <Button kind="link" busy={undoing.busy} onClick={() => void undoing.run()}>
      {t.entry.undo}
      <span className="visually-hidden">: {changes.map(changeSentence).join(', ')}</span>
    </Button>
  )
}

export function SavedNotice({ saved }: { readonly saved: SavedRates }) {
  const { message, changes, undoing } = saved
  return (
    <>
      <FailureNotice error={undoing.error} />
      {message !== undefined && (
        <Notice
          kind="success"
          isOutcome
          action={changes.length > 0 && <UndoButton saved={saved} />}
        >
          {savedSentence(message, changes)} <FinalMonths days={changedDays(changes)} />
        </Notice>
      )}
    </>
  )
}
