import {
  hashKey,
  notifyManager,
  QueryCache,
  QueryClient,
  useQuery,
  useQueryClient,
  type Query,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { CallName, InputOf, ResponseOf } from '../contract/all-endpoints.ts'
import type { PageResponses, ResponseKey } from '../contract/page-data.ts'
import { buildApiAddress, call, errorOfResponse, type ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/**
 * A change refreshes all queries of the features that it touches. All but `rates` are of a user.
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

/** A GET of the contract. */
export interface ResponseQuery<T> {
  readonly queryKey: ResponseKey
  readonly call: readonly [name: CallName, input: object]
  readonly isAlwaysRequested?: true
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

export function createQuery<Name extends CallName>(
  feature: Feature,
  name: Name,
  input: InputOf<Name>,
): ResponseQuery<ResponseOf<Name>> {
  return {
    queryKey: [feature, buildApiAddress(name, input)],
    call: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  }
}

/** Younger responses are shown without another request. */
const STALE_MS = 30_000
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 60_000

// React gets a response in the same turn, one frame earlier than with the library's timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * Responses that came with the page are not requested again. A failed query reports its error at
 * once and is repeated after growing pauses; the library's own retries would delay the error.
 */
export function createQueryClient(
  responses: PageResponses = [],
  updatedAt = Date.now(),
): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => lastErrors.set(query, error),
      onSuccess: (_, query) => lastErrors.delete(query),
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
        // The stream reports new rates; a list that is being read does not move by itself.
        refetchOnWindowFocus: false,
        refetchInterval: (query) => pauseAfter(query),
      },
    },
  })
  for (const response of responses) addResponse(client, response, updatedAt)
  return client
}

export function addResponse(
  client: QueryClient,
  [queryKey, status, body]: PageResponses[number],
  updatedAt = Date.now(),
): void {
  if (status < 300) {
    client.setQueryData(queryKey, body, { updatedAt })
    return
  }
  const error = errorOfResponse(status, body)
  const query = client.getQueryCache().build(client, { queryKey })
  query.setState({ status: 'error', error, errorUpdatedAt: Date.now() })
  lastErrors.set(query, error)
}

/** Milliseconds. Differs between browsers, so that not all reach the server at once. */
export function pauseAfter({ state }: Pick<Query, 'state'>): number | false {
  if (!state.error?.mayPass) return false
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (state.errorUpdateCount - 1), MAX_PAUSE_MS)
  // Not at random: the library asks at each render, and another pause would start again.
  return pause * (1 + (state.errorUpdatedAt % 1000) / 1000)
}

function isFreshRefusal({ state }: Query): boolean {
  const isFresh = !state.isInvalidated && Date.now() - state.errorUpdatedAt < STALE_MS
  return isFresh && state.error?.mayPass === false
}

export interface ResponseState<T> {
  /**
   * Stays while it is refetched, and after a failure that may pass; a refusal, such as 404, removes
   * it.
   */
  readonly data: T | undefined
  readonly error: ApiError | null
  /** Milliseconds since 1970; 0 without data. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
}

/** The last failure of each query: the library forgets it while it repeats the request. */
const lastErrors = new WeakMap<object, ApiError>()

/**
 * Requests the response when it is first shown, unless a navigation has loaded it, and aborts when
 * no component shows it any more.
 */
export function useResponse<T>(query: ResponseQuery<T>): ResponseState<T> {
  return readResult(useQuery<T>(query), query, useQueryClient())
}

export function readResult<T>(
  { data, error, dataUpdatedAt, isFetching }: UseQueryResult<T>,
  { queryKey }: ResponseQuery<T>,
  client: QueryClient,
): ResponseState<T> {
  const isRefused = error?.mayPass === false
  const isRepeated = isFetching && data === undefined
  const query = isRepeated ? client.getQueryCache().get(hashKey(queryKey)) : undefined
  return {
    data: isRefused ? undefined : data,
    error: error ?? (query && lastErrors.get(query)) ?? null,
    dataUpdatedAt: isRefused ? 0 : dataUpdatedAt,
    isFetching,
  }
}

/** Refetches what is shown and marks the rest as stale. */
export function refresh(client: QueryClient, ...features: readonly Feature[]): void {
  for (const feature of features) {
    // A response on its way may be older than the change.
    void client.cancelQueries({ queryKey: [feature] })
    void client.invalidateQueries({ queryKey: [feature] })
  }
}

export function forgetUser(client: QueryClient): void {
  const predicate = ({ queryKey }: Query) => queryKey[0] !== ('rates' satisfies Feature)
  client.removeQueries({ predicate, type: 'inactive' })
  void client.resetQueries({ predicate })
}
