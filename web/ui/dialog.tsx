import { useEffect, useId, useRef, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { Button, useAction } from './button.tsx'
import { keepFocus } from './pass-focus.ts'
import './work.css'

interface DialogProps {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The browser returns the focus when it closes. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  return (
    <dialog
      ref={open}
      closedby="any"
      className="raised dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="fields">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

// A ref's cleanup runs while the element is still in the document: `close` can return the focus.
function open(dialog: HTMLDialogElement | null) {
  // The row that a dialog is about may be gone when it closes.
  const moveOn = keepFocus(document.activeElement)
  dialog?.showModal()
  return () => {
    dialog?.close()
    queueMicrotask(moveOn)
  }
}

// After `showModal`, which focuses a text field and would open a phone's keyboard.
export const focusNow = (button: HTMLButtonElement | null) =>
  void requestAnimationFrame(() => button?.focus())

interface ConfirmProps {
  readonly question: string
  readonly confirmText: string
  /** Never rejects. The dialog closes once it resolves. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Cancel has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  const { question, confirmText, onConfirm, onClose, children } = props
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const confirming = useAction(async () => {
    await onConfirm()
    // If it was closed meanwhile, another question may be open.
    if (isOpen.current) onClose()
  })
  return (
    <Dialog title={question} onClose={onClose}>
      {children}
      <div className="actions">
        <Button ref={focusNow} kind="quiet" onClick={onClose}>
          {t.ui.cancel}
        </Button>
        <Button kind="danger" busy={confirming.busy} onClick={() => void confirming.run()}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  )
}
