import type { CallName, InputOf } from '../../contract/all-endpoints.ts'
import { send } from '../api.ts'

/** A file of the whole trail takes longer than a screen may. */
const TIMEOUT_MS = 120_000

/**
 * Fetches a file with the session's token, which a plain link could not carry, and hands it to the
 * browser to save. Rejects with an `ApiError`. `fallbackName` is for a server that names no file.
 */
export async function download<Call extends CallName>(
  call: Call,
  input: InputOf<Call>,
  fallbackName: string,
): Promise<void> {
  const { content, name } = await send(
    call,
    input,
    { timeoutMs: TIMEOUT_MS },
    async (response) => ({
      content: await response.blob(),
      name:
        /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ??
        fallbackName,
    }),
  )
  saveFile(content, name)
}

/** Browsers read the content after the press has returned; this is long past that. */
const REVOKE_AFTER_MS = 60_000

/** Hands content to the browser to save under a name. */
function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
