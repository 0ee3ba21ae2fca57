import type { ComponentProps, ReactNode } from 'react'
import type { Line } from '../../domain/imports/lines.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Badge } from '../ui/notice.tsx'
import { useFirstRows } from '../ui/table.tsx'

/** Ten thousand rows take longer than other calls. */
export const PATIENT = { timeoutMs: 60_000 }

export const isRead = ({ problem }: Line): boolean => problem === undefined

export function focusOnce(element: HTMLElement | null): void {
  if (!element || element.dataset['focused']) return
  element.dataset['focused'] = 'true'
  element.focus({ preventScroll: true })
  if (element.getBoundingClientRect().top > window.innerHeight / 2)
    element.scrollIntoView({ block: 'start' })
}

interface LinesHeadProps {
  readonly id: string
  readonly title: string
  readonly counts: string
  readonly onColumns: () => void
  readonly children: ReactNode
}

export function LinesHead({ id, title, counts, onColumns, children }: LinesHeadProps) {
  return (
    <div className="spread">
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

const SHOWN_LINES = 20

/** Lines that could not be read. */
export function WrongLines({ lines }: { readonly lines: readonly Line[] }) {
  const wrong = lines.filter((line) => !isRead(line) && !line.isUnused)
  return (
    wrong.length > 0 && (
      <UnreadLines lines={wrong} summary={t.rateCheck.unread({ count: wrong.length })} isOpen />
    )
  )
}

/** Lines that were left aside on purpose. */
export function UnusedLines({ lines }: { readonly lines: readonly Line[] }) {
  const unused = lines.filter(({ isUnused }) => isUnused)
  return (
    unused.length > 0 && (
      <UnreadLines lines={unused} summary={t.rateCheck.unused({ count: unused.length })} />
    )
  )
}

interface UnreadLinesProps {
  readonly lines: readonly Line[]
  readonly summary: string
  readonly isOpen?: boolean
}

function UnreadLines({ lines, summary, isOpen }: UnreadLinesProps) {
  const [shown, more] = useFirstRows(lines, SHOWN_LINES, SHOWN_LINES * 5)
  return (
    <Disclosure summary={summary} open={isOpen}>
      <LineList
        lines={shown.map((line) => ({
          line,
          sentence: inputErrorSentence(line.problem ?? ''),
        }))}
      />
      {more}
    </Disclosure>
  )
}
