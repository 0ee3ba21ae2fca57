import type { ReactNode } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import type { ApiError } from '../api.ts'
import { Notice } from '../ui/notice.tsx'

/** Moves the focus to what a press has opened. */
export function focusOnce(element: HTMLElement | null): void {
  if (!element || element.dataset['focused']) return
  element.dataset['focused'] = 'true'
  element.focus({ preventScroll: true })
  if (element.getBoundingClientRect().top > window.innerHeight / 2)
    element.scrollIntoView({ block: 'start' })
}

interface RowsErrorProps {
  readonly error: ApiError
  readonly children?: ReactNode
}

/** Says why rows could not be previewed, checked or imported, with the first sentences about rows. */
export function RowsError({ error, children }: RowsErrorProps) {
  const sentences = Object.values(error.fields).flat()
  return (
    <Notice kind="error" isOutcome>
      <p>{error.message}</p>
      {sentences
        .filter((sentence) => sentence !== error.message)
        .slice(0, 5)
        .map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      {children && <div className="buttons">{children}</div>}
    </Notice>
  )
}

/** Cells of the sheet with what is wrong with them. */
export function LineList({
  lines,
}: {
  readonly lines: readonly { line: Line; sentence: string }[]
}) {
  return (
    <ul>
      {lines.map(({ line: { cell, given }, sentence }) => (
        <li key={cell}>
          {cell}: {!sentence.includes(given) && <q className="breakable">{given}</q>} {sentence}
        </li>
      ))}
    </ul>
  )
}
