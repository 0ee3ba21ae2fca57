import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './item-list.module.css'

/** A list of the user's own items, one below the other. */
export function ItemList({
  busy,
  children,
}: {
  readonly busy: boolean
  readonly children: ReactNode
}) {
  return <ul aria-busy={busy}>{children}</ul>
}

interface ItemProps {
  readonly id: number
  readonly name: ReactNode
  /** Short texts beside each other, as one `span` each. */
  readonly facts: ReactNode
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** One of them: its name, what is known of it, and what can be done with it. */
export function Item({ id, name, facts, children }: ItemProps) {
  return (
    <li data-row={id} className={classNames('apart', styles['row'])}>
      <div className={styles['what']}>
        <p>{name}</p>
        <p className="wrap fine-print">{facts}</p>
      </div>
      {children}
    </li>
  )
}
