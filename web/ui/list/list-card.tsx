import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Card } from '../card.tsx'

interface ListCardProps {
  readonly title: string
  readonly isTitleHeard?: boolean | undefined
  /** A line under it. */
  readonly lead?: ReactNode
  readonly aside?: ReactNode
  /** Rows carry `data-row`. */
  readonly children: ReactNode
}

/**
 * The card of a list. Where the row that was pressed goes, and the focus with it, that moves to the
 * row beside it, or to the heading; there too from a button beside the heading that goes.
 */
export function ListCard({ title, isTitleHeard, lead, aside, children }: ListCardProps) {
  const heading = useRef<HTMLSpanElement>(null)
  const pressed = useRef<{ readonly row: Element; readonly beside: Element | null }>(undefined)
  const note = ({ target }: MouseEvent) => {
    const row = (target as Element).closest('[data-row], div:has(> h2) + button')
    if (row) pressed.current = { row, beside: row.nextElementSibling ?? row.previousElementSibling }
  }
  // After each rendering: a row goes with the response that comes without it, which may be before
  // or after its dialog is closed.
  useEffect(() => {
    const { row, beside } = pressed.current ?? {}
    if (!row || row.isConnected || document.activeElement !== document.body) return
    const button = beside?.isConnected ? beside.querySelector('button') : null
    const target = button ?? heading.current
    target?.focus()
    if (document.activeElement === target) pressed.current = undefined
  })
  return (
    <div onClick={note}>
      <Card
        title={
          <span ref={heading} tabIndex={-1} data-list-heading="">
            {title}
          </span>
        }
        isTitleHeard={isTitleHeard}
        lead={lead}
        aside={aside}
      >
        {children}
      </Card>
    </div>
  )
}

/** Puts the focus on the heading of a screen's list, once what held it is gone. */
export function focusListHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-list-heading]')?.focus())
}
