import { setImmediate } from 'node:timers/promises'

/** Other requests wait no longer than this for a long piece of work. */
const SLICE_MS = 2

/**
 * Calls `act` with each item, and lets other requests go first every 2 ms, however many items there
 * are.
 */
export async function inSlices<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  await runInSlices(eachOf(items, act))
}

/**
 * Runs work that yields between its pieces, and gives its result; other requests go first every 2
 * ms.
 */
export async function runInSlices<T>(work: Generator<undefined, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

/** The pieces of a long response; other requests go first after each of them. */
export async function* withPauses<T>(pieces: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}

function* eachOf<T>(items: Iterable<T>, act: (item: T) => void): Generator<undefined, undefined> {
  for (const item of items) {
    act(item)
    yield
  }
}
