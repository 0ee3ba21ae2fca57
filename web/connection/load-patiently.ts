const PAUSE_MS = 5_000

/**
 * Loads a part of a screen, with retries until it comes: after a pause, or at once when the network is back. For parts that
 * a screen can be used without; React would take the whole screen away if loading failed.
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await pause()
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, PAUSE_MS)
    addEventListener('online', done)
  })
}
