import type { BookEvent } from '../rates/live-rate-book.ts'
import type { RateDependencies } from '../rates/public-rates.ts'
import { sharedCacheText } from '../text/en/shared-cache.ts'
import { CachePurge } from './cache-purge.ts'
import { CACHE_TAGS } from './cache-headers.ts'

type Purged = Pick<RateDependencies, 'config' | 'log' | 'liveRateBook'>

export interface Purges {
  /** Sentences for whoever runs the server; none while every cache takes its purges. */
  warnings(): { sharedCache?: string }
  close(): Promise<void>
}

/**
 * Purges every configured cache after each commit that changes a public answer, as soon as this process answers with what
 * was committed. Everything is purged once at the start: whatever a process that was killed left undone is done with it, and
 * the pages of another version go.
 */
export function purgeAfterChanges({ config, log, liveRateBook }: Purged): Purges {
  const caches = config.cachePurgeUrls.map(
    (url) => new CachePurge({ url, token: config.cachePurgeToken, log }),
  )
  const purge = (tags: readonly string[]) => caches.forEach((cache) => cache.purge(tags))
  liveRateBook.subscribe((event) => purge(tagsChangedBy(event)))
  purge([CACHE_TAGS.all])
  return {
    warnings() {
      const [since] = caches.flatMap(({ failingSince }) => failingSince ?? []).sort()
      return since === undefined ? {} : { sharedCache: sharedCacheText.takesNoPurge(since) }
    },
    async close() {
      await Promise.all(caches.map((cache) => cache.close()))
    },
  }
}

/** The tags of the answers that may be others after a change of the rate book. */
function tagsChangedBy(event: BookEvent): readonly string[] {
  if (event.kind === 'feed-status') return [CACHE_TAGS.feed]
  if (event.kind === 'further rates') return [CACHE_TAGS.severalCurrencies]
  if (event.kind !== 'rates') return [CACHE_TAGS.all]
  return [...event.currencies, CACHE_TAGS.severalCurrencies]
}
