/*
 * Loaded into a measured process before its own program (`--import`): says on request what the process has used so far.
 * The program itself knows nothing of it.
 */
export interface Usage {
  /** Processor time of all threads since the start, in µs. */
  readonly cpu: number
  /** Resident and heap memory in bytes, after a collection. */
  readonly rss: number
  readonly heap: number
}

const collect = (globalThis as { gc?: () => void }).gc

process.on('message', (question) => {
  if (question !== 'usage' && question !== 'usage after collection') return
  if (question === 'usage after collection') collect?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ cpu: user + system, rss, heap: heapUsed + external } satisfies Usage)
})
// The question alone must not keep a program alive that has ended its work.
process.channel?.unref()
