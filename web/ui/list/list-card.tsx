import type { ReactNode, RefObject } from 'react'
import { Card } from '../card.tsx'

interface ListCardProps {
  /** Of `useFocusAfter`. */
  readonly list: RefObject<HTMLDivElement | null>
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** The card of a list whose heading gets the focus where the last row that had it has gone. */
export function ListCard({ list, title, aside, children }: ListCardProps) {
  const heading = (
    <span tabIndex={-1} data-list-heading="">
      {title}
    </span>
  )
  return (
    <div ref={list}>
      <Card title={heading} aside={aside}>
        {children}
      </Card>
    </div>
  )
}
