import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (callBack: () => void) => onlineManager.subscribe(callBack)

/**
 * Whether the browser has a network at all; renders again when that changes. The server may be out
 * of reach all the same.
 */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
