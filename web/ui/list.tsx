import { useEffect, type ReactNode } from 'react'
import { ConnectionNotice } from '../connection/connection.tsx'
import type { ResponseState } from '../queries.ts'
import { Notice } from './notice.tsx'
import { Skeleton } from './waiting.tsx'

interface ListStatesProps {
  readonly query: ResponseState<unknown>
  readonly failure?: string | undefined
  readonly rows: number
  /** False if the list has rows. */
  readonly empty?: string | false
  readonly children: ReactNode
}

export function ListStates({ query, failure, rows, empty, children }: ListStatesProps) {
  const { data, error, isFetching } = query
  return (
    <>
      {failure !== undefined && (
        <Notice kind="error" isOutcome>
          {failure}
        </Notice>
      )}
      <ListError query={query} />
      {!data ? (
        isFetching && !error && <Skeleton rows={rows} />
      ) : empty ? (
        <p className="muted">{empty}</p>
      ) : (
        children
      )}
    </>
  )
}

/** Specification, section 8: the failure is logged, and the list is empty. */
export function ListError({ query }: { query: ResponseState<unknown> }) {
  const { error } = query
  useEffect(() => {
    // eslint-disable-next-line no-console -- section 8 of the specification: fetch failures are logged
    if (error) console.warn(`The list could not be fetched: ${error.message}`)
  }, [error])
  return <ConnectionNotice queries={[query]} />
}

export type Fact = readonly [name: string, value: ReactNode]

interface FactsProps {
  /** Those without a value are left out. */
  readonly facts: readonly Fact[]
  readonly className?: string | undefined
}

export function Facts({ facts, className = 'facts ruled' }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
