import { buttonClass } from '../button.tsx'
import { Link } from '../../link.tsx'
import { t } from '../../../text/sentences.ts'
import styles from './pagination.module.css'

interface PaginationProps {
  readonly current: number
  readonly last: number
  /** What is paged, for screen readers. */
  readonly label: string
  /** The address of a page, so that each can be opened, shared and gone back to. */
  readonly addressOf: (page: number) => string
}

/** Previous, the numbers around the current page, and next. Nothing where there is but one page. */
export function Pagination({ current, last, label, addressOf }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label={label} className={styles['pages']} data-screen-only>
      <Step text={t.ui.previous} page={current - 1} last={last} addressOf={addressOf} />
      <ol className={styles['numbers']}>
        {pageNumbers(current, last).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                href={addressOf(page)}
                className={styles['number']}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t.ui.page({ page })}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step text={t.ui.next} page={current + 1} last={last} addressOf={addressOf} />
    </nav>
  )
}

function Step(props: {
  text: string
  page: number
  last: number
  addressOf: (page: number) => string
}) {
  const { text, page, last, addressOf } = props
  if (page < 1 || page > last) return <span className={styles['nowhere']}>{text}</span>
  return (
    <Link href={addressOf(page)} className={buttonClass('quiet')}>
      {text}
    </Link>
  )
}

/** First, last and those beside the current one; undefined marks a gap. */
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
