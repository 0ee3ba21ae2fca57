import { useId, type ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

interface CardProps {
  readonly title: ReactNode
  /** Whether its title is only heard: what it holds speaks for itself. */
  readonly isTitleHeard?: boolean | undefined
  /** A line under it. */
  readonly lead?: ReactNode
  /** Beside the title, at the other end of its line. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

/** A part of a screen under its own heading. */
export function Card({ title, isTitleHeard = false, lead, aside, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <div className={isTitleHeard ? 'visually-hidden' : classNames('apart', styles['head'])}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
