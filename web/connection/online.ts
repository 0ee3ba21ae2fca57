import { useSyncExternalStore } from 'react'

/** Whether the browser has a network at all; renders again when that changes. The server may be out of reach all the same. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
}

/** Calls back when the network comes or goes. Returns how to stop. */
function onConnection(callBack: () => void): () => void {
  addEventListener('online', callBack)
  addEventListener('offline', callBack)
  return () => {
    removeEventListener('online', callBack)
    removeEventListener('offline', callBack)
  }
}
