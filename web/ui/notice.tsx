import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

interface NoticeProps {
  readonly kind: 'success' | 'error' | 'info' | 'warning'
  /**
   * Whether screen readers are notified when it appears; not for what has been on the page from the
   * start.
   */
  readonly quiet?: boolean
  /** Whether it says what became of a press: it is brought into view. */
  readonly isOutcome?: boolean
  readonly children: ReactNode
}

/**
 * A message about what happened or what to know. An error interrupts a screen reader, the others
 * wait.
 */
export function Notice({ kind, quiet = false, isOutcome = false, children }: NoticeProps) {
  const role = kind === 'error' ? 'alert' : 'status'
  return (
    <div
      ref={isOutcome ? bringIntoView : undefined}
      className={classNames(styles['notice'], `tone-${kind}`)}
      role={quiet ? undefined : role}
    >
      {children}
    </div>
  )
}

const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })
