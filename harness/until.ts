import { setTimeout as pause } from 'node:timers/promises'

/** Polls every 20 ms. Throws after 20 s by default. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | false | undefined | Promise<T | false | undefined>,
  { timeoutMs = 20_000, everyMs = 20 } = {},
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
