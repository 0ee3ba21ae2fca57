import { readFile } from './read-file.ts'
import { UnreadableFile } from './workbook.ts'

interface WorkerScope {
  onmessage: (event: { readonly data: { bytes: Uint8Array; sheet?: number } }) => void
  postMessage: (message: object) => void
}

// Reads one file and says its cells, or why it has none.
const scope = self as unknown as WorkerScope
scope.onmessage = ({ data: { bytes, sheet } }) => {
  try {
    scope.postMessage({ file: readFile(bytes, sheet) })
  } catch (error) {
    scope.postMessage({ reason: error instanceof UnreadableFile ? error.reason : 'unreadable' })
  }
}
