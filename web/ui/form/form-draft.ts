import { useState } from 'react'
import { store, storedJson } from '../../connection/storage.ts'
import { useAuth } from '../../session/stored-session.ts'

/**
 * Keeps what is typed into a screen's form until it is saved, so that a session that ends, a reload or an upgrade loses
 * nothing. It lasts as long as the tab, and only for the user who typed it.
 */
export function useFormDraft(screen: string) {
  const auth = useAuth()
  const key = `draft ${screen} ${auth.state === 'signed-in' ? auth.email : ''}`
  const [values] = useState(() => storedJson<Record<string, string>>('sessionStorage', key) ?? {})
  return {
    /** By field name; empty where nothing was kept. */
    values,
    keep: (form: HTMLFormElement) => store('sessionStorage', key, JSON.stringify(textsOf(form))),
    forget: () => store('sessionStorage', key, null),
  }
}

export type FormDraft = ReturnType<typeof useFormDraft>

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}
