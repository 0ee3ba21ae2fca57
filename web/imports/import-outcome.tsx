import type { ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import type { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ImportState } from './use-import.ts'

/** What an import is doing, and what came of it. */
export function ImportOutcome({ state }: { readonly state: ImportState }) {
  const { looking, importing, undoing, done, undone } = state
  const error = looking.error ?? importing.error ?? undoing.error
  return (
    <>
      {/* Rows that are shown, and the button that imports them, say so themselves. */}
      {looking.busy && !looking.preview && <Progress>{lookingText(looking.text)}</Progress>}
      {undoing.busy && <Progress>{t.import.undoing}</Progress>}
      <RowsError error={error} />
      {undone !== undefined && (
        <Notice kind="success" isOutcome>
          {undone}
        </Notice>
      )}
      {done && (
        <div key={done.id} ref={showAndFocus} tabIndex={-1}>
          <Notice kind="success">
            <p>{done.message}</p>
            <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run(done.id)}>
              {t.import.undo}
            </Button>
          </Notice>
        </div>
      )}
    </>
  )
}

/** Why rows could not be looked at, imported or put back. */
export function RowsError({ error }: { readonly error: ApiError | undefined }) {
  if (!error) return null
  return (
    <Notice kind="error" isOutcome>
      <p>{error.message}</p>
      {Object.values(error.fields)
        .flat()
        .filter((sentence) => sentence !== error.message)
        .map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
    </Notice>
  )
}

/** Brings what came of an import into view, with the focus, so that the way back is at hand. */
function showAndFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

/** Shows what came of rows to whoever sees only what is above it. */
export function bringIntoView(section: HTMLElement | null): void {
  if (!section) return
  const active = document.activeElement
  if (!active?.matches('textarea, input, select') || active.closest('details:not([open])'))
    section.focus({ preventScroll: true })
  if (section.getBoundingClientRect().top > window.innerHeight / 2)
    section.scrollIntoView({ block: 'start' })
}

interface RowResultProps {
  readonly tone: 'error' | 'warning' | 'info' | 'fact'
  readonly children: ReactNode
}

/** What is to be known of a row: in colour where it wants a look or changes what is there. */
export const RowResult = ({ tone, children }: RowResultProps) =>
  tone === 'fact' ? (
    <span className="muted">{children}</span>
  ) : (
    <Badge tone={tone}>{children}</Badge>
  )

/** Says what is under way. */
export function Progress({ children }: { readonly children: string }) {
  return (
    <div className="buttons muted" role="status">
      <progress aria-label={t.import.progress} />
      {children}
    </div>
  )
}

/** What is said while rows are looked at. */
export function lookingText(text = ''): string {
  const count = text.split('\n').length
  return t.import.looking({ count, many: count > 1000 })
}
