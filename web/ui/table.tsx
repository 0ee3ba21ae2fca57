import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export interface Column {
  readonly title: ReactNode
  /** Numbers stand at the end of their cell, digit under digit. */
  readonly numeric?: boolean
}

interface TableProps {
  /** Said to screen readers, and to everyone where no heading says it already. */
  readonly caption: ReactNode
  readonly columns: readonly Column[]
  /** The rows, of `<tr>` and `Cell`. */
  readonly children: ReactNode
}

/** A table that scrolls by itself, reachable by keyboard, where it is wider than the screen. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <div className={styles['frame']} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={classNames(column.numeric && styles['numeric'])}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellProps extends Omit<ComponentProps<'td'>, 'className'> {
  readonly numeric?: boolean
  /** The cell that names its row. */
  readonly heading?: boolean
}

/** One cell. */
export function Cell({ numeric = false, heading = false, ...props }: CellProps) {
  const className = classNames(numeric && styles['numeric']) || undefined
  return heading ? (
    <th scope="row" {...props} className={className} />
  ) : (
    <td {...props} className={className} />
  )
}
