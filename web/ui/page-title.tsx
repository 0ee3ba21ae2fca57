import { useEffect, useRef, type ReactNode } from 'react'
import styles from './page-title.module.css'

let firstScreen = true

interface PageTitleProps {
  readonly children: ReactNode
  /** A line under it. */
  readonly lead?: ReactNode
  /** At the other end of its line. */
  readonly aside?: ReactNode
}

/**
 * The heading of a screen. After a navigation it takes the focus, so that a keyboard goes on from
 * the top and a screen reader says where it is; on the first screen the browser's own start is
 * better.
 */
export function PageTitle({ children, lead, aside }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // With the frame: to focus lays out the page, which has more to come before it is painted.
    // Whoever has gone into a field meanwhile stays there.
    const before = document.activeElement
    const isFree = () => [before, document.body].includes(document.activeElement)
    if (!firstScreen)
      requestAnimationFrame(() => isFree() && heading.current?.focus({ preventScroll: true }))
    firstScreen = false
  }, [])
  return (
    <header className={styles['header']}>
      <div>
        <h1 ref={heading} tabIndex={-1} className="title">
          {children}
        </h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {aside}
    </header>
  )
}
