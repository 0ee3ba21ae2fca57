import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOptions } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { refresh, type Feature } from '../queries.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useAction } from '../ui/use-action.ts'
import { IMPORT_TIMEOUT_MS, useImportPreview } from './use-import-preview.ts'

/** What is imported, and how. `Choice` is what a user says about all rows at once. */
export interface ImportCalls<Choice, Preview> {
  /** Under which name the rows are kept until they are imported. */
  readonly draft: string
  readonly preview: (body: { text: string } & Choice, options: CallOptions) => Promise<Preview>
  readonly commit: (
    body: { text: string; reason?: string } & Choice,
    options: CallOptions,
  ) => Promise<{ readonly id: number; readonly message: string }>
  /** Gives what to say. */
  readonly undo: (id: number, options: CallOptions) => Promise<string>
  readonly onDone?: (preview: Preview) => void
  /** What a change makes stale. */
  readonly features: readonly Feature[]
}

const PATIENT = { timeoutMs: IMPORT_TIMEOUT_MS }

/** A block of rows from its preview to its import and, with one press, back. */
export function useImport<Choice, Preview>(first: Choice, calls: ImportCalls<Choice, Preview>) {
  const client = useQueryClient()
  const looking = useImportPreview(first, (body, signal) => calls.preview(body, { ...PATIENT, signal }))
  const [done, setDone] = useState<{ id: number; message: string }>()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()
  const { forget: forgetDraft } = useFormDraft(calls.draft)

  const importing = useAction(async (reason: string) => {
    // What is shown while it is looked at once more is not what would be imported.
    if (looking.text === undefined || looking.busy) return
    const body = { text: looking.text, ...looking.choice, ...(reason !== '' && { reason }) }
    setDone(await calls.commit(body, { ...PATIENT, idempotencyKey: keyFor(body) }))
    renew()
    forgetDraft()
    setRound(round + 1)
    if (looking.preview) calls.onDone?.(looking.preview)
    looking.forget()
    refresh(client, ...calls.features)
  })
  const undoing = useAction(async (id: number) => {
    if (looking.error) looking.forget()
    importing.forgetError()
    setUndone(undefined)
    setUndone(await calls.undo(id, PATIENT))
    setDone(undefined)
    refresh(client, ...calls.features)
  })
  return {
    looking,
    importing,
    undoing,
    done,
    undone,
    /** Another one after each import: for the key of an empty form, so that nothing is imported twice by accident. */
    round,
    /** Looks at rows; what was said of the last import or its undoing has been read. */
    begin: (text: string, choice?: Choice) => {
      setDone(undefined)
      setUndone(undefined)
      importing.forgetError()
      undoing.forgetError()
      void looking.look(text, choice)
    },
  }
}
