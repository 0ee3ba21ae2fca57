import { use, useEffect, useState } from 'react'
import type { RateEvent } from '../../contract/schema/rates.schema.ts'
import { Cache } from '../query.ts'

/** How long a screen is left alone before it begins to listen for changes. */
const LISTEN_AFTER_MS = 2_000

/** A change with the sentence that is read out of it. */
export interface NewestChange extends RateEvent {
  readonly sentence: string
}

/** The newest change of a rate since the screen was opened; while it is, the public answers on show are asked for anew. */
export function useNewestChange(): NewestChange | undefined {
  const cache = use(Cache)
  const [change, setChange] = useState<NewestChange>()
  useEffect(() => {
    const left = new AbortController()
    setTimeout(() => {
      // Without it the screen stays as it is until it is looked at again.
      void import('./live-rates.ts').then(
        (live) => live.listenToRates(cache, setChange, left.signal),
        () => undefined,
      )
    }, LISTEN_AFTER_MS)
    return () => left.abort()
  }, [cache])
  return change
}
