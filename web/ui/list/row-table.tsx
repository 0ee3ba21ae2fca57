import { Table, type Column } from '../table.tsx'
import type { ReactNode } from 'react'

/** Bridge to `<Table stacks>`. */
export function RowTable(props: {
  className?: string | undefined
  caption?: string
  titles: readonly (string | Column)[]
  children: ReactNode
}) {
  const { titles, ...table } = props
  return <Table stacks columns={titles} {...table} />
}
