import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

interface RowTableProps {
  /**
   * Its rows may lay themselves out on a phone, where each stands by itself and the headings are
   * hidden.
   */
  readonly className: string | undefined
  readonly caption?: string
  readonly titles: readonly string[]
  /**
   * The rows, each with its role and those of its cells: what is laid out as a grid loses its own
   * in some browsers.
   */
  readonly children: ReactNode
}

/** A table in whose rows something can be typed or pressed. */
export function RowTable({ className, caption, titles, children }: RowTableProps) {
  return (
    <table role="table" className={classNames(styles['table'], styles['rows'], className)}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {titles.map((title) => (
            <th key={title} scope="col" role="columnheader">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}
