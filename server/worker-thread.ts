import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * The one message of a thread that runs a file with its `workerData` and is then ended. Throws what
 * it throws, and beyond `timeoutMs`.
 */
export async function messageOfThread(
  file: URL,
  workerData: unknown,
  timeoutMs: number,
): Promise<Buffer> {
  const worker = new Worker(file, { workerData })
  try {
    const [bytes] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [
      Uint8Array,
    ]
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
