import type { RateDependencies } from '../rates/public-rates.ts'
import { CachePurge } from './cache-purge.ts'
import { t } from '../../text/sentences.ts'

type Purged = Pick<RateDependencies, 'config' | 'log' | 'liveRateBook'>

export interface Purges {
  /** Sentences for whoever runs the server; none while every cache takes its purges. */
  warnings(): { sharedCache?: string }
  close(): Promise<void>
}

/**
 * Purges every configured cache after each commit that changes a public answer, and once at the
 * start.
 */
export function purgeAfterChanges({ config, log, liveRateBook }: Purged): Purges {
  const caches = config.cachePurgeUrls.map(
    (url) => new CachePurge({ url, token: config.cachePurgeToken, log }),
  )
  const purge = () => caches.forEach((cache) => cache.purge())
  liveRateBook.subscribe(purge)
  purge()
  return {
    warnings() {
      const [since] = caches.flatMap(({ failingSince }) => failingSince ?? []).sort()
      return since === undefined ? {} : { sharedCache: t.httpText.takesNoPurge({ since }) }
    },
    async close() {
      await Promise.all(caches.map((cache) => cache.close()))
    },
  }
}
