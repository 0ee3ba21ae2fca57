import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorOf } from '../../api.ts'
import { refresh, type Feature } from '../../queries.ts'

/** How the rows of a list are changed. */
export interface Changes {
  /**
   * Makes a change, and fetches the list again, after a failure too: somebody else may have changed
   * it. Never rejects.
   */
  readonly make: (change: () => Promise<void>) => Promise<void>
  /** Why the newest change failed. */
  readonly failure: string | undefined
  readonly forgetFailure: () => void
}

/**
 * Changes of what is shown of some features; `onForget` takes away what is said elsewhere of
 * something that was done before.
 */
export function useChanges(features: readonly Feature[], onForget?: () => void): Changes {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const forgetFailure = () => {
    setFailure(undefined)
    onForget?.()
  }
  const make = async (change: () => Promise<void>) => {
    forgetFailure()
    try {
      await change()
    } catch (thrown) {
      setFailure(errorOf(thrown).message)
    }
    refresh(client, ...features)
  }
  return { make, failure, forgetFailure }
}
