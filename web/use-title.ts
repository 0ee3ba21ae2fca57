import { useEffect } from 'react'
import { useProviderName } from './page-context.ts'

/** What a page is called: its own title, and who provides it. */
export const fullTitle = (title: string, providerName: string) => `${title} · ${providerName}`

/** Puts what a screen shows into the browser's tab, in place of the screen's own title; undefined: not yet known. */
export function useTitle(title: string | undefined): void {
  const provider = useProviderName()
  useEffect(() => {
    if (title !== undefined) document.title = fullTitle(title, provider)
  }, [title, provider])
}
