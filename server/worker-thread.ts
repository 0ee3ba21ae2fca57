import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * The one message of a thread of its own, which runs a file with its `workerData` and is ended
 * then: for what would hold up other requests. Throws what the thread throws, and where it takes
 * longer than `timeoutMs`.
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
