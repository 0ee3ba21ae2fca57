import { useEffect, useRef } from 'react'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Repeats something that has failed until it succeeds or is given up: when the network comes back,
 * and after growing pauses. They differ between browsers, so that a server that comes back does not
 * meet all at once.
 */
async function repeat<T>(attempt: () => Promise<T>, givenUp?: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const woken = new AbortController()
    await new Promise((resolve) => {
      setTimeout(resolve, pause * (1 + Math.random()))
      addEventListener('online', resolve, { signal: woken.signal })
    })
    woken.abort()
    givenUp?.throwIfAborted()
    try {
      return await attempt()
    } catch {
      // Then the next time.
    }
  }
}

/**
 * Tries until it succeeds, while the tab is open. For a part of a screen that this can be used
 * without: React would take the whole screen away if loading it failed.
 */
export const withRetries = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch(() => repeat(attempt))

/**
 * Repeats something that has failed while it is shown that it did: a screen recovers without
 * anybody pressing anything.
 */
export function useRetry(retry: () => Promise<unknown>): void {
  const newest = useRef(retry)
  useEffect(() => {
    newest.current = retry
  })
  useEffect(() => {
    const left = new AbortController()
    repeat(() => newest.current(), left.signal).catch(() => undefined)
    return () => left.abort()
  }, [])
}
