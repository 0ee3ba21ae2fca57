import { use, useEffect, useState } from 'react'
import type { RateEvent } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { Cache } from '../query.ts'

/** How long a screen is left alone before it begins to listen for changes. */
const LISTEN_AFTER_MS = 2_000

/** The newest change of a rate since the screen was opened; while it is, the public answers on show are asked for anew. */
export function useNewestChange(): RateEvent | undefined {
  const cache = use(Cache)
  const [change, setChange] = useState<RateEvent>()
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => {
      // Without it the screen stays as it is until it is looked at again.
      void import('./live-rates.ts').then(
        (live) => live.listenToRates(cache, setChange, left.signal),
        () => undefined,
      )
    }, LISTEN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [cache])
  return change
}

/** A change as it is read out. */
export function changeText({ currency, date, rate }: RateEvent): string {
  return `${currency} of ${formatDay(date)}: ${rate ?? 'no rate any more'}`
}
