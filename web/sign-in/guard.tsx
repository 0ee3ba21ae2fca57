import { useEffect, useState, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import { Waiting } from '../ui/waiting.tsx'
import { checkSession, useAuth } from './auth.ts'

/** Shows a screen to those who are signed in, after asking the server; everyone else goes to `/login`. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const [checkedNow, setCheckedNow] = useState(false)
  useEffect(() => {
    let left = false
    void checkSession().then(() => {
      if (!left) setCheckedNow(true)
    })
    return () => {
      left = true
    }
  }, [])
  if (auth.state === 'signed-out') return <Redirect to="/login" replace />
  if (auth.state === 'unknown' || !checkedNow) return <Waiting />
  return children
}

/** Shows a screen to those who are not signed in; everyone else goes to `/dashboard`. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  return auth.state === 'signed-in' ? <Redirect to="/dashboard" replace /> : children
}
