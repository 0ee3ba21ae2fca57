import { setTimeout as pause } from 'node:timers/promises'

/** Work that repeats in the background. */
export interface Repeated {
  /**
   * Lets each line end what it is at, and waits for that, at most `timeoutMs`. Throws what a line
   * threw.
   */
  stop(timeoutMs?: number): Promise<void>
}

/**
 * Does something again and again in so many lines at once, each with its number, until it is
 * stopped.
 */
export function repeat(lines: number, step: (line: number) => Promise<unknown>): Repeated {
  let stopped = false
  const run = async (_: unknown, line: number) => {
    while (!stopped) await step(line)
  }
  const working = Promise.all(Array.from({ length: lines }, run))
  working.catch(() => undefined) // `stop` tells of it
  return {
    async stop(timeoutMs = 10_000) {
      stopped = true
      await Promise.race([working, pause(timeoutMs, undefined, { ref: false })])
    },
  }
}
