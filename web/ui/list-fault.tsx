import { useEffect } from 'react'
import type { ApiFault } from '../api.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ListFaultProps {
  readonly fault: ApiFault | undefined
  /** Asks for the list again. */
  readonly again: () => void
}

/**
 * Stands above a list that could not be fetched. The specification has such a failure logged and the list empty; a quiet line
 * keeps the empty list from looking like the truth.
 */
export function ListFault({ fault, again }: ListFaultProps) {
  useEffect(() => {
    // eslint-disable-next-line no-console -- section 8 of the specification: fetch failures are logged
    if (fault) console.warn(`The list could not be fetched: ${fault.message}`)
  }, [fault])
  if (!fault) return null
  return (
    <Notice kind="warning">
      <p>This list could not be loaded: {fault.message}</p>
      <Button kind="quiet" onClick={again}>
        Try again
      </Button>
    </Notice>
  )
}
