import { IMPORT_BYTES } from '../../domain/imports/table.ts'
import type { FileChoice } from './read-file.ts'
import { UnreadableFile, type FileError, type ReadFile } from './workbook.ts'
import workerAddress from './read-file.ts?worker&url'

/** The compiler's DOM library does not know Trusted Types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string }
}

const MAX_MS = 10_000

/** The pages' Content-Security-Policy names this policy, which allows one address. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'worker',
  { createScriptURL: () => workerAddress },
)

/** Reads a file in a worker that ends with it. Rejects with an `UnreadableFile`. */
export async function parseFile(bytes: Uint8Array, choice: FileChoice): Promise<ReadFile> {
  if (bytes.length > IMPORT_BYTES.file) throw new UnreadableFile('too large')
  const worker = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, {
    type: 'module',
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      timer = setTimeout(() => reject(new UnreadableFile('too slow')), MAX_MS)
      // Without its script the event is no ErrorEvent.
      worker.onerror = (event) =>
        reject(new UnreadableFile(event instanceof ErrorEvent ? 'unreadable' : 'no connection'))
      worker.onmessage = ({ data }: MessageEvent<{ file: ReadFile } | { reason: FileError }>) => {
        if ('file' in data) resolve(data.file)
        else reject(new UnreadableFile(data.reason))
      }
      worker.postMessage({ bytes, choice })
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
