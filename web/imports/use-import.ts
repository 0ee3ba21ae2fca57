import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorOf, type ApiError, type CallOptions } from '../api.ts'
import { useIdempotencyKey } from '../connection/idempotency-key.ts'
import { refresh, type Feature } from '../queries.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useAction } from '../ui/use-action.ts'

/** What is imported, and how. `Choice` is what a user says about all rows at once. */
export interface ImportCalls<Choice, Preview> {
  /** Under which name the rows are kept until they are imported. */
  readonly draft: string
  readonly preview: (
    body: { text: string } & Choice,
    options: CallOptions,
  ) => Promise<{ readonly data: Preview }>
  readonly commit: (
    body: { text: string; reason?: string } & Choice,
    options: CallOptions,
  ) => Promise<{ readonly message: string; readonly data: { readonly id: number } }>
  readonly undo: (id: string, options: CallOptions) => Promise<{ readonly message: string }>
  readonly onDone?: (preview: Preview) => void
  /** What a change makes stale. */
  readonly features: readonly Feature[]
}

/** Ten thousand rows take longer than a screen's call. */
export const IMPORT_TIMEOUT_MS = 60_000
const PATIENT = { timeoutMs: IMPORT_TIMEOUT_MS }

/** A block of rows from its preview to its import and, with one press, back. */
export function useImport<Choice, Preview>(first: Choice, calls: ImportCalls<Choice, Preview>) {
  const client = useQueryClient()
  const looking = useImportPreview(first, calls.preview)
  const [done, setDone] = useState<{ id: number; message: string }>()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()
  const { forget: forgetDraft } = useFormDraft(calls.draft)

  const importing = useAction(async (reason: string) => {
    // What is shown while it is looked at once more is not what would be imported.
    if (looking.text === undefined || looking.busy) return
    const body = { text: looking.text, ...looking.choice, ...(reason !== '' && { reason }) }
    const { message, data } = await calls.commit(body, { ...PATIENT, idempotencyKey: keyFor(body) })
    setDone({ id: data.id, message })
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
    setUndone((await calls.undo(String(id), PATIENT)).message)
    setDone(undefined)
    refresh(client, ...calls.features)
  })
  return {
    draft: calls.draft,
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

/** An import under way, as far as it matters to parts that every import has. */
export type ImportState<Preview = unknown> = Omit<
  ReturnType<typeof useImport<unknown, Preview>>,
  'begin' | 'looking'
> & {
  readonly looking: Pick<
    ReturnType<typeof useImportPreview<unknown, Preview>>,
    'text' | 'busy' | 'preview' | 'error' | 'forget'
  >
}

interface Looked<Preview> {
  /** What was looked at, exactly as it will be imported; undefined before anything was. */
  readonly text?: string
  readonly busy: boolean
  readonly preview?: Preview
  readonly error?: ApiError
}

/**
 * What an import would do with the rows given last. On a slow line the answer about former rows may come after newer
 * ones were given: it is dropped, so that nobody imports other rows than those on the screen.
 */
function useImportPreview<Choice, Preview>(first: Choice, request: ImportCalls<Choice, Preview>['preview']) {
  const [choice, setChoice] = useState(first)
  const [looked, setLooked] = useState<Looked<Preview>>({ busy: false })
  const newest = useRef<AbortController>(null)
  const look = async (text: string, chosen = choice) => {
    newest.current?.abort()
    const own = new AbortController()
    newest.current = own
    setChoice(chosen)
    // Of the same rows, what was said stays there until it is said again.
    setLooked((before) => ({
      ...{ text, busy: true },
      ...(before.text === text && before.preview !== undefined && { preview: before.preview }),
    }))
    const found = await request({ text, ...chosen }, { ...PATIENT, signal: own.signal }).then(
      ({ data }) => ({ preview: data }),
      (thrown: unknown) => ({ error: errorOf(thrown) }),
    )
    if (newest.current === own) setLooked({ text, busy: false, ...found })
  }
  const forget = () => {
    newest.current?.abort()
    newest.current = null
    setLooked({ busy: false })
  }
  return { ...looked, choice, look, forget }
}
