import { useEffect, type ReactNode } from 'react'
import { useOnline } from '../../connection/online.ts'
import { StaleNotice } from '../../connection/stale-notice.tsx'
import type { ResponseState } from '../../queries.ts'
import { Notice } from '../notice.tsx'
import { RetryButton } from '../retry-button.tsx'
import { Skeleton } from '../skeleton.tsx'
import { t } from '../../../text/sentences.ts'

interface ListStatesProps {
  readonly query: ResponseState<unknown>
  /** Why the newest change failed. */
  readonly failure?: string | undefined
  /** How many rows are expected while they are awaited. */
  readonly rows: number
  /** Said where there are none; undefined where there are some. */
  readonly empty?: string | false
  readonly children: ReactNode
}

/** A list with its other states: awaited, failed and empty. */
export function ListStates({ query, failure, rows, empty, children }: ListStatesProps) {
  const { data, error, isFetching } = query
  return (
    <>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <ListError query={query} />
      {!data && isFetching && !error ? (
        <Skeleton rows={rows} />
      ) : empty ? (
        !error && <p className="muted">{empty}</p>
      ) : (
        children
      )}
    </>
  )
}

/**
 * Stands above a list that could not be fetched. The specification has such a failure logged and
 * the list empty; a quiet line keeps the empty list from looking like the truth, and no sentence
 * about an empty list may stand under it. A list that is still shown from before says how old it
 * is.
 */
export function ListError({ query }: { query: ResponseState<unknown> }) {
  const { error, dataUpdatedAt } = query
  const online = useOnline()
  useEffect(() => {
    // eslint-disable-next-line no-console -- section 8 of the specification: fetch failures are logged
    if (error) console.warn(`The list could not be fetched: ${error.message}`)
  }, [error])
  if (dataUpdatedAt > 0 && (error || !online))
    return <StaleNotice at={dataUpdatedAt} reason={online ? error?.message : undefined} />
  if (!error) return null
  return (
    <Notice kind="warning">
      <p>{t.ui.listFailed({ message: error.message })}</p>
      <RetryButton queries={[query]} />
    </Notice>
  )
}
