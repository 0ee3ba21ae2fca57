import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NewestChange } from './listen-to-rates.ts'

export type { NewestChange }

/** Listening starts once the page is loaded and at rest. */
const LISTEN_AFTER_MS = 2_000

export function LiveRates() {
  const change = useNewestChange()
  return (
    <p role="status" className="visually-hidden">
      {change?.sentence}
    </p>
  )
}

export function useNewestChange(): NewestChange | undefined {
  const client = useQueryClient()
  const [change, setChange] = useState<NewestChange>()
  useEffect(() => {
    const left = new AbortController()
    setTimeout(() => {
      void import('./listen-to-rates.ts').then(
        (live) => live.listenToRates(client, setChange, left.signal),
        // Without the stream the page is refreshed when it is opened again.
        () => undefined,
      )
    }, LISTEN_AFTER_MS)
    return () => left.abort()
  }, [client])
  return change
}
