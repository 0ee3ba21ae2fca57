import { useEffect, useRef } from 'react'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Repeats something when the network comes back and after growing pauses: a screen recovers without anybody pressing anything. The pauses differ between browsers, so that a server that comes back does not meet all at once.
 */
export function useRetry(retry: () => void): void {
  const newest = useRef(retry)
  useEffect(() => {
    newest.current = retry
  })
  useEffect(() => {
    const again = () => newest.current()
    addEventListener('online', again)
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          again()
          pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
          wait()
        },
        pause * (1 + Math.random()),
      )
    }
    wait()
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [])
}
