import { setImmediate } from 'node:timers/promises'

/** Other requests wait no longer than this for a long piece of work. */
const SLICE_MS = 5

/** Calls `act` with each item, and lets other requests go first every 5 ms, however many items there are. */
export async function inSlices<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    act(item)
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}
