import { setTimeout as pause } from 'node:timers/promises'

/**
 * How long a test waits for a condition: until just before the runner ends the test, so that the
 * report names the condition.
 */
export const PATIENCE_MS = 175_000

/** Polls every 20 ms. Throws after `PATIENCE_MS` by default. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | false | undefined | Promise<T | false | undefined>,
  { timeoutMs = PATIENCE_MS, everyMs = 20 } = {},
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end)
      throw new Error(`Waited ${timeoutMs} ms in vain: ${typeof what === 'string' ? what : what()}`)
    await pause(everyMs)
  }
}
