import { useState } from 'react'
import { store, storedJson } from '../../storage.ts'
import { storedSession } from '../../session/stored-session.ts'
import { textsOf } from './field.tsx'

const keyOf = (screen: string) => `draft ${screen} ${storedSession()?.email ?? ''}`

/** What was kept of a form, by field name; empty where nothing was. */
export const keptDraft = (screen: string) =>
  storedJson<Record<string, string>>('sessionStorage', keyOf(screen)) ?? {}

/**
 * Keeps what is typed into a screen's form until it is saved, so that a session that ends, a reload
 * or an upgrade loses nothing. It lasts as long as the tab, and only for the user who typed it.
 */
export function useFormDraft(screen: string) {
  // A session that ends meanwhile takes the form away, and not what it kept.
  const [key] = useState(() => keyOf(screen))
  const [values] = useState(() => keptDraft(screen))
  return {
    /** By field name; empty where nothing was kept. */
    values,
    /** Gives what is kept. */
    keep: (form: HTMLFormElement) => {
      const texts = textsOf(form)
      store('sessionStorage', key, JSON.stringify(texts))
      return texts
    },
    forget: () => store('sessionStorage', key, null),
  }
}

/** Whether anything that was typed in this tab waits for its user to sign in again. */
export function hasFormDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('draft '))
  } catch {
    return false
  }
}

export type FormDraft = ReturnType<typeof useFormDraft>
