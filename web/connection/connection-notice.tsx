import { ErrorNotice } from '../ui/error-notice.tsx'
import type { Asked } from '../query.ts'
import { useOnline } from './online.ts'
import { useRetry } from './retry.ts'
import { StaleNotice } from './stale-notice.tsx'

/** A response as a screen has it, and how to request it again. */
export type Query = Asked<unknown> & { readonly again: () => void }

/**
 * Says what is wrong with the responses of a screen: which could not be had, or how old those are that are still shown. It
 * requests them again when the network is back, and now and then while they fail.
 */
export function ConnectionNotice({ queries }: { queries: readonly Query[] }) {
  const online = useOnline()
  const failed = queries.filter(({ error }) => error)
  const retry = () => {
    for (const each of failed.length > 0 ? failed : queries) each.again()
  }
  useRetry(
    failed.some(({ error }) => error?.mayPass),
    retry,
  )
  const missing = failed.find(({ data }) => data === undefined)?.error
  if (missing) return <ErrorNotice error={missing} onAgain={retry} />
  const times = queries.flatMap(({ at }) => at ?? [])
  if ((online && failed.length === 0) || times.length === 0) return null
  return <StaleNotice at={Math.min(...times)} reason={online ? failed[0]?.error?.message : undefined} />
}
