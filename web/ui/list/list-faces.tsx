import type { ReactNode } from 'react'
import type { ResponseState } from '../../queries.ts'
import { ListError } from './list-error.tsx'
import { Notice } from '../notice.tsx'
import { Skeleton } from '../skeleton.tsx'

interface ListFacesProps {
  readonly query: ResponseState<unknown>
  /** Why the newest change failed. */
  readonly failure?: string | undefined
  /** How many rows are expected while they are awaited. */
  readonly rows: number
  /** Said where there are none; undefined where there are some. */
  readonly empty?: string | false
  readonly children: ReactNode
}

/** A list with its other faces: awaited, failed and empty. */
export function ListFaces({ query, failure, rows, empty, children }: ListFacesProps) {
  const { data, error, isFetching } = query
  return (
    <>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <ListError query={query} />
      {!data && isFetching ? (
        <Skeleton rows={rows} />
      ) : empty ? (
        !error && <p className="empty-list">{empty}</p>
      ) : (
        children
      )}
    </>
  )
}
