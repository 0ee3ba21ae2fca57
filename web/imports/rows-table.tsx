import { Fragment, type ComponentProps, type ReactNode } from 'react'
import { Cell, Row, Table, useFirstRows, type Column } from '../ui/table.tsx'

const SHOWN_AT_ONCE = 100

export interface RowColumn<R> extends Column {
  readonly hidden?: boolean
  /** A block of a row leaves out `undefined`. */
  readonly of: (row: R) => ReactNode
}

interface RowsTableProps<R> extends Pick<ComponentProps<typeof Table>, 'className'> {
  readonly caption: string
  /** On a phone the first column heads the block of a row, and titles stand beside the others. */
  readonly stacks?: boolean
  readonly rows: readonly R[]
  readonly columns: readonly RowColumn<R>[]
  /** Shown before the first press. */
  readonly first?: number | undefined
  readonly classOf?: (row: R) => string | undefined
  /** A second row. */
  readonly below?: (row: R) => ReactNode
}

export function RowsTable<R>(props: RowsTableProps<R>) {
  const { rows, stacks = false, first = SHOWN_AT_ONCE, classOf, below, ...table } = props
  const columns = props.columns.filter(({ hidden }) => !hidden)
  const [shown, more] = useFirstRows(rows, first, SHOWN_AT_ONCE)
  const cell = ({ title, numeric = false, wide = false, of }: RowColumn<R>, at: number, row: R) => {
    const children = of(row)
    const isLabelled = stacks && at > 0 && at < columns.length - 1 && typeof title === 'string'
    return {
      heading: stacks && at === 0,
      numeric,
      wide: wide || (stacks && children === undefined),
      label: isLabelled ? title : undefined,
      children,
    }
  }
  return (
    <>
      <Table {...table} stacks={stacks} columns={columns}>
        {shown.map((row, index) => (
          <Fragment key={index}>
            <Row className={classOf?.(row)}>
              {columns.map((column, at) => (
                <Cell key={at} {...cell(column, at, row)} />
              ))}
            </Row>
            {below?.(row)}
          </Fragment>
        ))}
      </Table>
      {more}
    </>
  )
}

/** A column of figures. */
export const figures = <R,>(title: string, of: RowColumn<R>['of']): RowColumn<R> => ({
  title,
  numeric: true,
  of,
})
