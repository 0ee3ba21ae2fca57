import { notifyManager, QueryClient, QueryCache, useQuery, type Query } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallName, InputOf, ResponseOf } from '../contract/all-endpoints.ts'
import type { PageResponses, ResponseKey } from '../contract/page-data.ts'
import { addressOf, call, errorOfResponse, type ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/**
 * What a query is about: a change refreshes all queries of the features that it touches. All but
 * `rates` are of a user.
 */
export type Feature =
  | 'rates'
  | 'entries'
  | 'user'
  | 'sessions'
  | 'access-tokens'
  | 'audit-log'
  | 'calendar'
  | 'policies'
  | 'admin'

/**
 * A GET of the contract, for `useResponse`, which hands on what else of `useQuery`'s options stands
 * in it, and for prefetching.
 */
export interface ResponseQuery<T> {
  readonly queryKey: ResponseKey
  /** The call that it makes: in the browser over HTTP, on the server by its function. */
  readonly call: readonly [name: CallName, input: object]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

/** The query of a call with its parameters; the key derives from both. */
export function queryOf<Name extends CallName>(
  feature: Feature,
  name: Name,
  input: InputOf<Name>,
): ResponseQuery<ResponseOf<Name>> {
  return {
    queryKey: [feature, addressOf(name, input)],
    call: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  }
}

/** A response this young is shown without another request. */
const STALE_MS = 30_000
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 60_000

// In the same turn, not in a timer's: a response is on the screen one frame earlier.
notifyManager.setScheduler(queueMicrotask)

/**
 * A query cache with the responses that the page came with, so that none of them is requested
 * again. An error is shown at once; the query is repeated after growing pauses, and when the
 * network is back. The library's own retries would delay the error.
 */
export function createQueryClient(
  responses: PageResponses = [],
  updatedAt = Date.now(),
): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => {
        if (query.state.errorUpdateCount > 0) query.setState({ errorUpdateCount: 0 })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Responses that were loaded before are used while offline.
        gcTime: Infinity,
        networkMode: 'always',
        retry: false,
        retryOnMount: (query) => !isFreshRefusal(query),
        refetchOnReconnect: 'always',
        // The stream tells of new rates; a list that is being read does not move by itself.
        refetchOnWindowFocus: false,
        refetchInterval: (query) => pauseAfter(query),
      },
    },
  })
  for (const [queryKey, status, body] of responses) {
    if (status < 300) client.setQueryData(queryKey, body, { updatedAt })
    else
      client
        .getQueryCache()
        .build(client, { queryKey })
        .setState({
          status: 'error',
          error: errorOfResponse(status, body),
          errorUpdatedAt: Date.now(),
        })
  }
  return client
}

/**
 * Milliseconds until a failed query is repeated; they differ between browsers, so that not all
 * reach the server at once.
 */
export function pauseAfter({ state }: Pick<Query, 'state'>): number | false {
  if (!state.error?.mayPass) return false
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (state.errorUpdateCount - 1), MAX_PAUSE_MS)
  // Not at random: it is computed at each render, and another pause would start again.
  return pause * (1 + (state.errorUpdatedAt % 1000) / 1000)
}

function isFreshRefusal({ state }: Query): boolean {
  const isFresh = !state.isInvalidated && Date.now() - state.errorUpdatedAt < STALE_MS
  return isFresh && state.error?.mayPass === false
}

/** What a screen knows of a response. */
export interface ResponseState<T> {
  /**
   * Stays while it is refetched, and after a failure that may pass; a refusal, such as 404, takes
   * it away.
   */
  readonly data: T | undefined
  readonly error: ApiError | null
  /** When `data` came, in milliseconds since 1970; 0 where there are none. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  /**
   * `data` but for that of the query before, which is shown until this one's is there: nothing is
   * said of a view by the response of another.
   */
  readonly own: T | undefined
  readonly refetch: () => Promise<unknown>
}

/**
 * The response to a GET, requested when it is first shown and aborted when nothing shows it any
 * more. While the response to a new query is awaited, the previous one is shown only if both have
 * the same `subject`: no figure is ever shown under a label that it was not fetched for.
 */
export function useResponse<T>(query: ResponseQuery<T>, subject?: string): ResponseState<T> {
  const { data, error, dataUpdatedAt, isFetching, isPlaceholderData, refetch } = useQuery<T>({
    ...query,
    meta: { subject },
    placeholderData: ((previous: T | undefined, from: Query | undefined) =>
      subject !== undefined && from?.meta?.['subject'] === subject ? previous : undefined) as never,
  })
  const [, address] = query.queryKey
  // A repeated request clears the error: a notice that came and went with each would be read out
  // each time.
  const [last, setLast] = useState({ address, error })
  if (!isFetching && (last.error !== error || last.address !== address)) setLast({ address, error })
  const kept = isFetching && data === undefined && last.address === address ? last.error : null
  const isRefused = error?.mayPass === false
  const shown = isRefused ? undefined : data
  return {
    data: shown,
    own: isPlaceholderData ? undefined : shown,
    error: error ?? kept,
    dataUpdatedAt: isRefused ? 0 : dataUpdatedAt,
    isFetching,
    // One that is under way is as new.
    refetch: () => refetch({ cancelRefetch: false }),
  }
}

/** Refetches what is shown of some features and marks the rest as stale, after a change. */
export function refresh(client: QueryClient, ...features: readonly Feature[]): void {
  for (const feature of features) {
    // What is on its way may be from before the change.
    void client.cancelQueries({ queryKey: [feature] })
    void client.invalidateQueries({ queryKey: [feature] })
  }
}

/** Forgets everything that only a signed-in user may see. */
export function forgetUser(client: QueryClient): void {
  const predicate = ({ queryKey }: Query) => queryKey[0] !== ('rates' satisfies Feature)
  client.removeQueries({ predicate, type: 'inactive' })
  void client.resetQueries({ predicate })
}
