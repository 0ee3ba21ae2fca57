import { ErrorNotice } from '../ui/error-notice.tsx'
import type { ResponseState } from '../queries.ts'
import { useOnline } from './online.ts'
import { StaleNotice } from './stale-notice.tsx'

/**
 * Says what is wrong with the responses of a screen: which could not be had, or how old those are that are still shown.
 */
export function ConnectionNotice({ queries }: { queries: readonly ResponseState<unknown>[] }) {
  const online = useOnline()
  const failed = queries.filter(({ error }) => error)
  const missing = failed.find(({ data }) => data === undefined)?.error
  if (missing) {
    return <ErrorNotice error={missing} onRetry={() => failed.forEach((each) => void each.refetch())} />
  }
  const times = queries.flatMap(({ dataUpdatedAt }) => dataUpdatedAt || [])
  if ((online && failed.length === 0) || times.length === 0) return null
  return <StaleNotice at={Math.min(...times)} reason={online ? failed[0]?.error?.message : undefined} />
}
