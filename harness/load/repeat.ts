import { setTimeout as pause } from 'node:timers/promises'

export function repeat(lines: number, step: (line: number) => Promise<unknown>) {
  let stopped = false
  const run = async (_: unknown, line: number) => {
    while (!stopped) await step(line)
  }
  const working = Promise.all(Array.from({ length: lines }, run))
  working.catch(() => undefined) // `stop` throws it
  return {
    /** Waits for the current steps. Throws what a step threw. */
    async stop(timeoutMs = 10_000) {
      stopped = true
      await Promise.race([working, pause(timeoutMs, undefined, { ref: false })])
    },
  }
}
