import type { CallName, InputOf } from '../contract/all-endpoints.ts'
import { send } from './api.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file of the whole audit trail takes longer than a page may. */
const FILE_TIMEOUT_MS = 120_000

/**
 * Saves a file that needs the session's token, which a plain link cannot send. Rejects with an
 * `ApiError`.
 */
export async function download<Call extends CallName>(
  call: Call,
  input: InputOf<Call>,
  fallbackName: string,
  /** For a call that also responds with JSON. */
  accept?: string,
): Promise<void> {
  const { content, name } = await send(
    call,
    input,
    { timeoutMs: FILE_TIMEOUT_MS, accept },
    async (response) => ({
      content: await response.blob(),
      name:
        /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ??
        fallbackName,
    }),
  )
  saveFile(content, name)
}

/** Browsers read the content after the press has returned. */
const REVOKE_AFTER_MS = 60_000

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
