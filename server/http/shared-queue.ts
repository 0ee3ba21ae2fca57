import pLimit from 'p-limit'
import { ApiError } from '../errors.ts'
import { PlaceLimiter } from '../identity/place-limiter.ts'

interface QueueLimits {
  /** Pieces of work that run at once. */
  readonly atOnce: number
  /** That run or wait for one user or address, and for all. */
  readonly toOne: number
  readonly inAll: number
}

/** Whoever is not served by then is refused: nobody waits for longer than this and one piece. */
export const PATIENCE_MS = 10_000

/**
 * Runs long work in turn; refuses with 503 and `sentence` where a client's places or all are taken,
 * or its turn comes too late.
 */
export function sharedQueue(
  { atOnce, toOne, inAll }: QueueLimits,
  sentence: () => string,
): <T>(client: string, work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(atOnce)
  const places = new PlaceLimiter({ inAll, toOneAddress: toOne })
  const refused = () => new ApiError('unavailable', sentence(), { retryAfter: 2 })
  return async (client, work) => {
    if (!places.take(client)) throw refused()
    const since = performance.now()
    try {
      return await limit(() => {
        if (performance.now() - since > PATIENCE_MS) throw refused()
        return work()
      })
    } finally {
      places.free(client)
    }
  }
}
