import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 2

export async function inSlices<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  await runInSlices(eachOf(items, act))
}

/** Lets other requests run every 2 ms. */
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

/** Lets other requests run after each piece. */
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
