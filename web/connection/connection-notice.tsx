import type { ResponseState } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { useOnline } from './online.ts'
import { StaleNotice } from './stale-notice.tsx'

/**
 * Says what is wrong with the responses of a screen: which could not be had, or how old those are
 * that are still shown.
 */
export function ConnectionNotice({ queries }: { queries: readonly ResponseState<unknown>[] }) {
  const online = useOnline()
  const failed = queries.filter(({ error }) => error)
  if (failed.some(({ data }) => data === undefined)) return <MissingNotice queries={failed} />
  const times = queries.flatMap(({ dataUpdatedAt }) => dataUpdatedAt || [])
  if ((online && failed.length === 0) || times.length === 0) return null
  return (
    <StaleNotice at={Math.min(...times)} reason={online ? failed[0]?.error?.message : undefined} />
  )
}

interface MissingNoticeProps {
  readonly queries: readonly Pick<
    ResponseState<unknown>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >[]
}

/** Says which of a screen's responses could not be had, with another try where one may help. */
export function MissingNotice({ queries }: MissingNoticeProps) {
  const failed = queries.filter(({ error }) => error)
  const missing = failed.find(({ data }) => data === undefined)?.error
  if (!missing) return null
  return (
    <Notice kind={missing.status === 404 ? 'warning' : 'error'}>
      <p>{missing.message}</p>
      {missing.mayPass && <RetryButton queries={failed} />}
    </Notice>
  )
}
