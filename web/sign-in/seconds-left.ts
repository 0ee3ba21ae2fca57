import { useCallback, useSyncExternalStore } from 'react'
import { now, onTick } from '../page-context.ts'

const onLook = (callBack: () => void) => onTick(callBack, 250)

/**
 * Whole seconds until an instant (milliseconds since 1970), 0 from then on. It is read off the
 * clock each time and never counted down, so that a phone that slept shows the truth at once when
 * it wakes.
 */
export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(
    onLook,
    useCallback(() => Math.max(0, Math.ceil((until - now().getTime()) / 1000)), [until]),
    () => 0,
  )
}
