/** What work gives that yields between its pieces. */
export function resultOf<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
