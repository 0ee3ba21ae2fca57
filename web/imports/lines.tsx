import type { ComponentProps, ReactNode } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/notice.tsx'
import styles from './imports.module.css'

/** The form of the columns, which also has the closing day: it is not sent while that is refused. */
export const COLUMNS_FORM = 'columns'

/** Ten thousand rows take longer than other calls. */
export const PATIENT = { timeoutMs: 60_000 }

export const isRead = ({ problem }: Line): boolean => problem === undefined

export function focusOnce(element: HTMLElement | null): void {
  if (!element || element.dataset['focused']) return
  element.dataset['focused'] = 'true'
  // An option that is being changed keeps the focus: a day may be half typed.
  if (document.activeElement?.matches('input, select')) return
  element.focus({ preventScroll: true })
  if (element.getBoundingClientRect().top > window.innerHeight / 2)
    element.scrollIntoView({ block: 'start' })
}

interface LinesHeadProps {
  readonly id: string
  readonly title: string
  readonly counts?: string
  readonly onColumns: () => void
  readonly children?: ReactNode
}

export function LinesHead({ id, title, counts, onColumns, children }: LinesHeadProps) {
  return (
    <div className={`spread ${styles['head']}`}>
      <div>
        <h2 id={id} className="title" tabIndex={-1} ref={focusOnce}>
          {title}
        </h2>
        <p className="fine-print">
          {counts}{' '}
          <Button kind="link" onClick={onColumns}>
            {t.preview.changeColumns}
          </Button>
        </p>
      </div>
      {children}
    </div>
  )
}

interface StateBadgeProps {
  readonly tone: ComponentProps<typeof Badge>['tone'] | undefined
  readonly children: string
}

export const StateBadge = ({ tone, children }: StateBadgeProps) =>
  tone ? <Badge tone={tone}>{children}</Badge> : <span className="muted">{children}</span>

interface LineListProps {
  readonly lines: readonly { readonly line: Line; readonly sentence: string }[]
}

export const LineList = ({ lines }: LineListProps) => (
  <ul>
    {lines.map(({ line: { cell, given }, sentence }) => (
      <li key={cell}>
        {cell}: {!sentence.includes(given) && <q className="breakable">{given}</q>} {sentence}
      </li>
    ))}
  </ul>
)

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
export const money = (figure: number) => figure.toLocaleString('en', CENTS).replace('-', '−')
