import pLimit from 'p-limit'
import { ApiError } from '../errors.ts'

/** Runs one piece of long work after the other; refuses with 503 and `sentence` where `most` are under way or wait. */
export function boundedQueue(most: number, sentence: string): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(1)
  return (work) => {
    if (limit.activeCount + limit.pendingCount >= most)
      throw new ApiError('unavailable', sentence, { retryAfter: 2 })
    return limit(work)
  }
}
