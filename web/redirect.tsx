import { useEffect } from 'react'
import { useHistoryState as useBrowserState } from 'wouter/use-browser-location'
import { navigate, type NavigateOptions } from './router.tsx'

/** What was kept with the current place in the history; undefined where nothing was. The caller says what it kept there. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- said once by the caller instead of cast at each
export function useHistoryState<T>(): T | undefined {
  return useBrowserState<T | null>() ?? undefined
}

interface RedirectProps extends NavigateOptions {
  readonly to: string
}

/** Goes elsewhere as soon as it is shown. */
export function Redirect({ to, replace, state }: RedirectProps): null {
  useEffect(() => navigate(to, { replace: replace ?? false, state }), []) // once: it is gone after it
  return null
}
