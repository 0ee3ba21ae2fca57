import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { formatRecent, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import type { ResponseState } from '../queries.ts'
import { RetryButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const subscribe = (callBack: () => void) => onlineManager.subscribe(callBack)

/** True with any network, even if the server cannot be reached. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Retries until success or abort: when the network returns, and after growing random pauses, so
 * that a recovering server does not get all requests at once.
 */
async function repeat<T>(attempt: () => Promise<T>, aborted?: AbortSignal): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const woken = new AbortController()
    await new Promise((resolve) => {
      setTimeout(resolve, pause * (1 + Math.random()))
      addEventListener('online', resolve, { signal: woken.signal })
    })
    woken.abort()
    aborted?.throwIfAborted()
    try {
      return await attempt()
    } catch {}
  }
}

export function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch(() => repeat(attempt))
}

export function useRetry(retry: () => Promise<unknown>): void {
  const newest = useRef(retry)
  useEffect(() => {
    newest.current = retry
  })
  useEffect(() => {
    const left = new AbortController()
    repeat(() => newest.current(), left.signal).catch(() => undefined)
    return () => left.abort()
  }, [])
}

/** The only notice of a page that is offline: with the age of the oldest response that is shown. */
export function OfflineNotice() {
  const client = useQueryClient()
  const online = useOnline()
  const today = useToday()
  const at = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => readOldest(client),
    () => 0,
  )
  if (online || at === 0) return null
  return (
    <div className="below mb" data-stale="">
      <Notice kind="warning">
        <p>
          {t.connection.offlineSince({ time: formatRecent(at, today) })}
          {t.connection.updatesByItself}
        </p>
      </Notice>
    </div>
  )
}

/** Returns 0 if nothing is shown, or if what is missing has a notice of its own. */
function readOldest(client: QueryClient): number {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const states = shown.map(({ state }) => state)
  if (states.some(({ data, error }) => data === undefined && error)) return 0
  const times = states.flatMap(({ dataUpdatedAt }) => dataUpdatedAt || [])
  return times.length === 0 ? 0 : Math.min(...times)
}

interface StaleNoticeProps {
  /** When the shown data were received, in milliseconds since 1970. */
  readonly at: number
  readonly reason: string
}

function StaleNotice({ at, reason }: StaleNoticeProps) {
  const time = formatRecent(at, useToday())
  return (
    <div className="mb" data-stale="">
      <Notice kind="warning">
        <p>
          {t.connection.notUpdatedSince({ time, reason })}
          {t.connection.updatesByItself}
        </p>
      </Notice>
    </div>
  )
}

export function ConnectionNotice({ queries }: { queries: readonly ResponseState<unknown>[] }) {
  const online = useOnline()
  const failed = queries.filter(({ error }) => error)
  if (failed.some(({ data }) => data === undefined)) return <MissingNotice queries={failed} />
  const times = queries.flatMap(({ dataUpdatedAt }) => dataUpdatedAt || [])
  const reason = failed[0]?.error?.message
  if (!online || reason === undefined || times.length === 0) return null
  return <StaleNotice at={Math.min(...times)} reason={reason} />
}

interface MissingNoticeProps {
  readonly queries: readonly Pick<ResponseState<unknown>, 'data' | 'error' | 'isFetching'>[]
}

function MissingNotice({ queries }: MissingNoticeProps) {
  const failed = queries.filter(({ error }) => error)
  const missing = failed.find(({ data }) => data === undefined)?.error
  if (!missing) return null
  return (
    <Notice kind={missing.status === 404 ? 'warning' : 'error'}>
      <p>{missing.mayPass ? t.ui.listFailed(missing) : missing.message}</p>
      {missing.mayPass && <RetryButton queries={failed} />}
    </Notice>
  )
}
