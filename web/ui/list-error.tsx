import { useEffect } from 'react'
import type { Query } from '../connection/connection-notice.tsx'
import { useOnline } from '../connection/online.ts'
import { useRetry } from '../connection/retry.ts'
import { StaleNotice } from '../connection/stale-notice.tsx'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * Stands above a list that could not be fetched. The specification has such a failure logged and the list empty; a quiet line
 * keeps the empty list from looking like the truth, and no sentence about an empty list may stand under it. A list that is
 * still shown from before says how old it is.
 */
export function ListError({ query: { error, at, again } }: { query: Query }) {
  const online = useOnline()
  useEffect(() => {
    // eslint-disable-next-line no-console -- section 8 of the specification: fetch failures are logged
    if (error) console.warn(`The list could not be fetched: ${error.message}`)
  }, [error])
  useRetry(error?.mayPass === true, again)
  if (at !== undefined && (error || !online))
    return <StaleNotice at={at} reason={online ? error?.message : undefined} />
  if (!error) return null
  return (
    <Notice kind="warning">
      <p>This list could not be loaded: {error.message}</p>
      <Button kind="quiet" onClick={again}>
        Try again
      </Button>
    </Notice>
  )
}
