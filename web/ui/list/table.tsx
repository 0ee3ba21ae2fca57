import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

export interface Column {
  readonly title: ReactNode
  /** Numbers stand at the end of their cell, digit under digit. */
  readonly numeric?: boolean
  /** Left out on a phone. */
  readonly wide?: boolean
}

interface TableProps {
  /** Said to screen readers, and to everyone where no heading says it already. */
  readonly caption: ReactNode
  readonly columns: readonly Column[]
  /** The rows, of `<tr>` and `Cell`. */
  readonly children: ReactNode
}

/**
 * A table that scrolls by itself where it is wider than the screen: only then is it a stop of the
 * keyboard, with its name.
 */
export function Table({ caption, columns, children }: TableProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  // When it is laid out, not before: to ask earlier would lay out the page once more.
  useEffect(() => {
    const shown = frame.current
    if (!shown) return
    const sizes = new ResizeObserver(() => setScrolls(shown.scrollWidth > shown.clientWidth))
    for (const each of [shown, ...shown.children]) sizes.observe(each)
    return () => sizes.disconnect()
  }, [])
  const region = scrolls ? { role: 'region', 'aria-labelledby': id, tabIndex: 0 } : {}
  return (
    <div ref={frame} className={styles['frame']} {...region}>
      <table className={styles['table']}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr role="row">
            {columns.map((column, index) => (
              <th key={index} scope="col" role="columnheader" className={classOf(column)}>
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
  /** Left out on a phone. */
  readonly wide?: boolean
  /** The cell that names its row. */
  readonly heading?: boolean
}

/** One cell. */
export function Cell({ numeric = false, wide = false, heading = false, ...props }: CellProps) {
  const className = classOf({ numeric, wide })
  return heading ? (
    <th scope="row" {...props} className={className} />
  ) : (
    <td {...props} className={className} />
  )
}

/** How a column or a cell of it looks. */
export const classOf = ({ numeric, wide }: Pick<Column, 'numeric' | 'wide'>) =>
  classNames(numeric && styles['numeric'], wide && 'roomy') || undefined
