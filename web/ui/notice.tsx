import type { ReactNode } from 'react'
import { failureSentence, type ApiError } from '../api.ts'

interface NoticeProps {
  readonly kind: 'success' | 'error' | 'info' | 'warning'
  /** Not announced to screen readers: for a notice that is there from the start. */
  readonly quiet?: boolean
  /** Scrolls into view, because it says what a press did. */
  readonly isOutcome?: boolean
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** An error interrupts a screen reader, the others wait. */
export function Notice(props: NoticeProps) {
  const { kind, quiet = false, isOutcome = false, action, children } = props
  const role = kind === 'error' ? 'alert' : 'status'
  return (
    <div
      ref={isOutcome ? bringIntoView : undefined}
      className={`notice tone-${kind}`}
      role={quiet ? undefined : role}
    >
      {action === undefined ? (
        children
      ) : (
        <div className="spread notice-line">
          <div>{children}</div>
          {action}
        </div>
      )}
    </div>
  )
}

/** The outcome of an act that failed. */
export const FailureNotice = ({ error }: { readonly error: ApiError | undefined }) =>
  error && (
    <Notice kind="error" isOutcome>
      {failureSentence(error)}
    </Notice>
  )

const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

interface BadgeProps {
  readonly tone:
    'success' | 'error' | 'info' | 'warning' | { readonly className: string | undefined }
  readonly children: ReactNode
}

export function Badge({ tone, children }: BadgeProps) {
  const colours = typeof tone === 'string' ? `tone-${tone}` : tone.className
  return (
    <span className={`badge ${colours}`} data-badge="">
      {children}
    </span>
  )
}
