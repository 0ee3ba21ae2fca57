import type { ReactNode } from 'react'
import styles from './changed.module.css'

/** Marks what has just changed, for a moment; again for each further change. `by` is the change's version, if any. */
export function Changed({ by, children }: { by: number | undefined; children: ReactNode }) {
  return (
    <span key={by} className={by === undefined ? by : styles['changed']}>
      {children}
    </span>
  )
}
