import { useCallback, useSyncExternalStore } from 'react'
import { now } from '../page-context.ts'

const LOOK_MS = 250

/**
 * Whole seconds until an instant (milliseconds since 1970), 0 from then on. It is read off the clock each time and never
 * counted down, so that a phone that slept shows the truth at once when it wakes.
 */
export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(
    onLook,
    useCallback(() => Math.max(0, Math.ceil((until - now().getTime()) / 1000)), [until]),
    () => 0,
  )
}

function onLook(callBack: () => void): () => void {
  const timer = setInterval(callBack, LOOK_MS)
  document.addEventListener('visibilitychange', callBack)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', callBack)
  }
}
