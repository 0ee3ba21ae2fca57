import { useRef, useState } from 'react'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { previewImport } from '../../contract/imports.ts'
import { call, errorOf, type ApiError } from '../api.ts'
import type { ImportChoice } from './import-options.tsx'

/** Ten thousand rows take longer than a screen's call. */
export const IMPORT_TIMEOUT_MS = 60_000

interface Looked {
  /** What was looked at, exactly as it will be imported; undefined before anything was. */
  readonly text?: string
  readonly busy: boolean
  readonly preview?: ResponseBody<typeof previewImport>['data']
  readonly error?: ApiError
}

/**
 * What an import would do with the rows given last. On a slow line the answer about former rows may come after newer
 * ones were given: it is dropped, so that nobody imports other rows than those on the screen.
 */
export function useImportPreview() {
  const [choice, setChoice] = useState<ImportChoice>({})
  const [looked, setLooked] = useState<Looked>({ busy: false })
  const newest = useRef<AbortController>(null)
  const look = async (text: string, chosen = choice) => {
    newest.current?.abort()
    const own = new AbortController()
    newest.current = own
    setChoice(chosen)
    setLooked({ text, busy: true })
    const found = await call(
      previewImport,
      { body: { text, ...chosen } },
      { timeoutMs: IMPORT_TIMEOUT_MS, signal: own.signal },
    ).then(
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
