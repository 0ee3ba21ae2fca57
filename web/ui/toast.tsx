import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from './button.tsx'
import './work.css'

interface Toast {
  readonly text: string
  readonly more?: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void }
}

const TOAST_MS = 10_000

let shownToast: Toast | undefined
const listeners = new Set<() => void>()

export function showToast(toast: Toast | undefined): void {
  shownToast = listeners.size > 0 ? toast : undefined
  for (const listener of listeners) listener()
}

/** A toast stays while it has the focus or the pointer. */
export function ToastHost() {
  const toast = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shownToast,
    () => undefined,
  )
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!toast) return
    const timer = setInterval(() => {
      if (!host.current?.matches(':hover, :focus-within')) showToast(undefined)
    }, TOAST_MS)
    return () => clearInterval(timer)
  }, [toast])
  useEffect(() => () => showToast(undefined), [])
  return (
    <div ref={host} className="toasts" role="status">
      {toast && (
        <div className="raised toast">
          <span aria-hidden="true">✓</span>
          <span>
            {toast.text} {toast.more}
          </span>
          {toast.action && (
            <Button
              kind="link"
              onClick={() => {
                toast.action?.run()
                showToast(undefined)
                document.querySelector('h1')?.focus()
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
