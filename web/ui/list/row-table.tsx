import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { classOf, type Column } from './table.tsx'
import styles from './table.module.css'

interface RowTableProps {
  /**
   * Its rows may lay themselves out on a phone, where each stands by itself and the headings are
   * hidden.
   */
  readonly className?: string | undefined
  readonly caption?: string
  readonly titles: readonly (string | Column)[]
  /** The rows, of `<tr>` and `Cell`, each with its role. */
  readonly children: ReactNode
}

/**
 * A table in whose rows something can be typed or pressed. What is laid out as a grid loses its own
 * role in some browsers: rows and cells name theirs.
 */
export function RowTable({ className, caption, titles, children }: RowTableProps) {
  return (
    <table role="table" className={classNames(styles['table'], styles['rows'], className)}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {titles
            .map((title) => (typeof title === 'string' ? { title } : title))
            .map((column, index) => (
              <th key={index} scope="col" role="columnheader" className={classOf(column)}>
                {column.title}
              </th>
            ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}
