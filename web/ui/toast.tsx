import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import styles from './toast.module.css'

interface Toast {
  readonly text: string
  /** What can still be done about it: "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void }
}

const STAYS_MS = 10_000

let shown: Toast | undefined
const listeners = new Set<() => void>()

/**
 * Shows a short message at the edge of the screen, instead of the one before it; nothing where the
 * screen that had it to say was left.
 */
export function showToast(toast: Toast | undefined): void {
  shown = listeners.size > 0 ? toast : undefined
  for (const listener of listeners) listener()
}

/**
 * The place where messages appear. One on a screen that shows any. A message stays while it has the
 * focus or the pointer.
 */
export function ToastHost() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!toast) return
    const timer = setInterval(() => {
      if (!host.current?.matches(':hover, :focus-within')) showToast(undefined)
    }, STAYS_MS)
    return () => clearInterval(timer)
  }, [toast])
  useEffect(() => () => showToast(undefined), [])
  return (
    <div ref={host} className={styles['host']} role="status">
      {toast && (
        <div className={styles['toast']}>
          <span aria-hidden="true">✓</span>
          <span>{toast.text}</span>
          {toast.action && (
            <Button
              kind="link"
              onClick={() => {
                toast.action?.run()
                showToast(undefined)
                // The button that had the focus is gone.
                document.querySelector<HTMLElement>('[data-list-heading]')?.focus()
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
