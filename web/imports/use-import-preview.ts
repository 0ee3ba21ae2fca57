import { useRef, useState } from 'react'
import { errorOf, type ApiError } from '../api.ts'

/** Ten thousand rows take longer than a screen's call. */
export const IMPORT_TIMEOUT_MS = 60_000

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
export function useImportPreview<Choice, Preview>(
  first: Choice,
  request: (body: { text: string } & Choice, signal: AbortSignal) => Promise<Preview>,
) {
  const [choice, setChoice] = useState(first)
  const [looked, setLooked] = useState<Looked<Preview>>({ busy: false })
  const newest = useRef<AbortController>(null)
  const look = async (text: string, chosen = choice) => {
    newest.current?.abort()
    const own = new AbortController()
    newest.current = own
    setChoice(chosen)
    // Of the same rows, what was said stays there until it is said anew.
    setLooked((before) => ({
      ...{ text, busy: true },
      ...(before.text === text && before.preview !== undefined && { preview: before.preview }),
    }))
    const found = await request({ text, ...chosen }, own.signal).then(
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
