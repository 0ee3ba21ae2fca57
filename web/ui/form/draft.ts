import { useState } from 'react'
import { store, storedJson } from '../../storage.ts'
import { storedSession } from '../../session/stored-session.ts'

const PREFIX = 'draft '

/**
 * Keeps what is typed until it is saved, so that an ended session or a reload loses nothing. It
 * lasts as long as the tab, and is shown only to the user who typed it.
 */
export function useDraft<T extends object>(name: string) {
  // The key of the first rendering: a session that ends must not move the draft.
  const [key] = useState(() => `${PREFIX}${name} ${storedSession()?.email ?? ''}`)
  const [value] = useState(() => storedJson<T>('sessionStorage', key))
  return {
    value,
    keep: (draft: T) => store('sessionStorage', key, JSON.stringify(draft)),
    forget: () => store('sessionStorage', key, null),
  }
}

export function hasDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX))
  } catch {
    return false
  }
}
