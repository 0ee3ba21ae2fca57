import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { key, seriesOf, type Series } from '../../domain/series.ts'
import type { NewestChange } from '../connection/live-rates.ts'

export type { NewestChange }

/** How long a screen is left alone before it begins to listen for changes. */
const LISTEN_AFTER_MS = 2_000

/** The newest change of a rate since the screen was opened; each refetches the rates on show. */
export function useNewestChange(): NewestChange | undefined {
  const client = useQueryClient()
  const [change, setChange] = useState<NewestChange>()
  useEffect(() => {
    const left = new AbortController()
    setTimeout(() => {
      // Without it the screen stays as it is until it is looked at again.
      void import('../connection/live-rates.ts').then(
        (live) => live.listenToRates(client, setChange, left.signal),
        () => undefined,
      )
    }, LISTEN_AFTER_MS)
    return () => left.abort()
  }, [client])
  return change
}

/** A change where it is one of a series. */
export function ofSeries(
  change: NewestChange | undefined,
  series: Series,
): NewestChange | undefined {
  const { currency, kind, publisher } = change ?? {}
  return currency && key(seriesOf(currency, kind, publisher)) === key(series) ? change : undefined
}
