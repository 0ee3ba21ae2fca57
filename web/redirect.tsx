import { useEffect } from 'react'
import { useHistoryState as useBrowserState } from 'wouter/use-browser-location'
import { navigate } from './router.tsx'

/**
 * What was kept with the current place in the history; undefined where nothing was. The caller says
 * what it kept there.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- said once by the caller instead of cast at each
export function useHistoryState<T>(): T | undefined {
  return useBrowserState<T | null>() ?? undefined
}

/** Goes elsewhere as soon as it is shown, in the place of the screen that it stands on. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }): null {
  useEffect(() => navigate(to, { replace: true, state }), []) // once: it is gone after it
  return null
}
