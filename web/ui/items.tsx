import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { failureSentence, toApiError } from '../api.ts'
import { Link } from '../link.tsx'
import { refresh, type Feature } from '../queries.ts'
import { buttonClass } from './button.tsx'
import { passFocus } from './pass-focus.ts'
import './work.css'

export interface Changes {
  /**
   * Makes a change and fetches the list again, after a failure too: another user may have changed
   * it. Never rejects.
   */
  readonly make: (change: () => Promise<void>) => Promise<void>
  readonly failure: string | undefined
  readonly forgetFailure: () => void
}

/** `onForget` removes messages about earlier changes. */
export function useChanges(features: readonly Feature[], onForget?: () => void): Changes {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const forgetFailure = () => {
    setFailure(undefined)
    onForget?.()
  }
  const make = async (change: () => Promise<void>) => {
    forgetFailure()
    try {
      await change()
    } catch (thrown) {
      setFailure(failureSentence(toApiError(thrown)))
    }
    refresh(client, ...features)
  }
  return { make, failure, forgetFailure }
}

interface PaginationProps {
  readonly current: number
  readonly last: number
  readonly label: string
  readonly addressOf: (page: number) => string
}

export function Pagination({ current, last, label, addressOf }: PaginationProps) {
  if (last <= 1) return null
  const step = (text: string, arrow: string, page: number) => {
    const shown = (
      <>
        <span className="hide-on-phone">{text}</span>
        <span className="phone-only" aria-hidden="true">
          {arrow}
        </span>
      </>
    )
    return page < 1 || page > last ? (
      <span className="button">{shown}</span>
    ) : (
      <Link href={addressOf(page)} className={buttonClass('quiet')} aria-label={text}>
        {shown}
      </Link>
    )
  }
  return (
    <nav aria-label={label} className="wrap pages" data-screen-only>
      {step(t.ui.previous, '←', current - 1)}
      <ol className="wrap page-numbers">
        {pageNumbers(current, last).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                href={addressOf(page)}
                className="bare"
                aria-current={page === current ? 'page' : undefined}
                aria-label={t.ui.page({ page })}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {step(t.ui.next, '→', current + 1)}
    </nav>
  )
}

/** Undefined marks a gap. */
export function pageNumbers(current: number, last: number): (number | undefined)[] {
  const shown = [1, current - 1, current, current + 1, last].filter(
    (page) => page >= 1 && page <= last,
  )
  const sorted = [...new Set(shown)].sort((one, other) => one - other)
  return sorted.flatMap((page, index) => {
    const gap = page - (sorted[index - 1] ?? page - 1) - 1
    // A gap of one page takes as much room as the page itself.
    return gap === 0 ? [page] : [gap === 1 ? page - 1 : undefined, page]
  })
}

interface ItemProps {
  readonly id: number
  readonly name: ReactNode
  readonly facts: ReactNode
  readonly children?: ReactNode
}

export function Item({ id, name, facts, children }: ItemProps) {
  return (
    <li ref={passFocus} data-row={id} className="spread item">
      <div>
        <p>{name}</p>
        <p className="wrap fine-print">{facts}</p>
      </div>
      {children}
    </li>
  )
}
