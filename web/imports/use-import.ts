import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputOf, ResponseOf } from '../../contract/all-endpoints.ts'
import { call, errorOf, type ApiError, useIdempotencyKey } from '../api.ts'
import { refresh, type Feature } from '../queries.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useAction } from '../ui/use-action.ts'

/** What is said of all rows at once. */
export type ImportChoice = Choosable<InputOf<'POST /api/exchange-rate/import'>['body']>
type Choosable<Body> = Body extends object
  ? Readonly<Omit<Body, 'text' | 'reason' | 'accepted'>>
  : never

/** What is said of rates. */
export type RateChoice = Extract<ImportChoice, { readonly subject?: 'rates' | undefined }>

/** What the server says of rows before they are imported. */
export type ImportPreviewData = ResponseOf<'POST /api/exchange-rate/import/preview'>['data']
export type ImportRow = ImportPreviewData['rows'][number]
/** How a table was understood. */
export type ImportTable = NonNullable<ImportPreviewData['table']>

/** Ten thousand rows take longer than a screen's call. */
export const IMPORT_TIMEOUT_MS = 60_000
const PATIENT = { timeoutMs: IMPORT_TIMEOUT_MS }
/** What an import makes stale. */
const FEATURES: readonly Feature[] = ['rates', 'entries', 'calendar']

/**
 * A block of rows from its preview to its import and, with one press, back. `draft` is the name
 * under which the rows are kept until they are imported.
 */
export function useImport(draft: string, onDone?: (preview: ImportPreviewData) => void) {
  const client = useQueryClient()
  const looking = useImportPreview()
  const [done, setDone] = useState<{ id: number; message: string }>()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()
  const { forget: forgetDraft } = useFormDraft(draft)

  const importing = useAction(async (reason: string, accepted?: readonly number[]) => {
    // What is shown while it is looked at once more is not what would be imported.
    if (looking.text === undefined || looking.busy) return
    const body = {
      text: looking.text,
      ...looking.choice,
      ...(reason !== '' && { reason }),
      ...(accepted && { accepted: [...accepted] }),
    }
    const { message, data } = await call(
      'POST /api/exchange-rate/import',
      { body },
      { ...PATIENT, idempotencyKey: keyFor(body) },
    )
    setDone({ id: data.id, message })
    renew()
    forgetDraft()
    setRound(round + 1)
    if (looking.preview) onDone?.(looking.preview)
    looking.forget()
    refresh(client, ...FEATURES)
  })
  const undoing = useAction(async (id: number) => {
    if (looking.error) looking.forget()
    importing.forgetError()
    setUndone(undefined)
    const params = { id: String(id) }
    setUndone((await call('POST /api/exchange-rate/import/:id/undo', { params }, PATIENT)).message)
    setDone(undefined)
    refresh(client, ...FEATURES)
  })
  return {
    draft,
    looking,
    importing,
    undoing,
    done,
    undone,
    /**
     * Another one after each import: for the key of an empty form, so that nothing is imported
     * twice by accident.
     */
    round,
    /** Looks at rows; what was said of the last import or its undoing has been read. */
    begin: (text: string, choice: ImportChoice | Promise<ImportChoice>) => {
      setDone(undefined)
      setUndone(undefined)
      importing.forgetError()
      undoing.forgetError()
      void looking.look(text, choice)
    },
  }
}

/** An import under way. */
export type ImportState = ReturnType<typeof useImport>

interface Looked<Data> {
  /** What was looked at, exactly as it will be imported; undefined before anything was. */
  readonly text?: string
  readonly busy: boolean
  readonly preview?: Data
  readonly error?: ApiError
}

/** What an import would do with the rows given last. */
const useImportPreview = () =>
  useLooking<ImportChoice, ImportPreviewData>({}, async (text, chosen, signal) => {
    const isOfRates = chosen.subject === undefined || chosen.subject === 'rates'
    const body = { text, ...chosen, ...(isOfRates && { with_table: true }) }
    const name = 'POST /api/exchange-rate/import/preview'
    return (await call(name, { body }, { ...PATIENT, signal })).data
  })

/**
 * What the server says of the rows given last, with what was chosen of all of them. On a slow line
 * the answer about former rows may come after newer ones were given: it is dropped, so that nobody
 * acts on other rows than those on the screen.
 */
export function useLooking<Choice, Data>(
  first: Choice,
  ask: (text: string, choice: Choice, signal: AbortSignal) => Promise<Data>,
) {
  const [choice, setChoice] = useState(first)
  const [looked, setLooked] = useState<Looked<Data>>({ busy: false })
  const newest = useRef<AbortController>(null)
  const look = async (text: string | undefined, chosen: Choice | Promise<Choice> = choice) => {
    newest.current?.abort()
    const own = new AbortController()
    newest.current = own
    if (!(chosen instanceof Promise)) setChoice(chosen)
    if (text === undefined) return
    // Of the same rows, what was said stays there until it is said again.
    setLooked((before) => ({
      text,
      busy: true,
      ...(before.text === text && before.preview !== undefined && { preview: before.preview }),
    }))
    const said = await chosen
    if (newest.current !== own) return
    setChoice(said)
    const found = await ask(text, said, own.signal).then(
      (preview) => ({ preview }),
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
export type Looking<Choice, Data> = ReturnType<typeof useLooking<Choice, Data>>
