import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { t } from '../../text/sentences.ts'
import { useAction } from './use-action.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import layout from './form/form.module.css'

interface DialogProps {
  readonly title: ReactNode
  /** Escape, a press beside it, or one of its own buttons. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A modal question. It is open while it is rendered; the native element keeps the focus inside, and
 * gives it back to what had it before.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={({ target, currentTarget, clientX: x, clientY: y }) => {
        // Its frame and its scrollbar are not beside it.
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
        if (target === currentTarget && (x < left || x > right || y < top || y > bottom)) onClose()
      }}
    >
      <div className={classNames('fields', styles['body'])}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  readonly question: string
  readonly confirmText: string
  /** What is confirmed; the question goes once it is done. Never rejects. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks before something is done. The way back has the focus. */
export function ConfirmDialog({
  question,
  confirmText,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const doing = useAction(async () => {
    await onConfirm()
    // Closed before it was done, it must not close the next question.
    if (isOpen.current) onClose()
  })
  return (
    <Dialog title={question} onClose={onClose}>
      {children}
      <div className={layout['actions']}>
        <Button kind="quiet" onClick={onClose} autoFocus>
          {t.ui.cancel}
        </Button>
        <Button kind="danger" onClick={() => void doing.run()} busy={doing.busy}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  )
}
