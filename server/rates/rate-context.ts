import { dayInColombo } from '../../domain/calendar-date.ts'
import { t } from '../../text/sentences.ts'
import type { Clock, Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import type { RateSnapshot } from './responses.ts'

export interface RateContext extends Context {
  readonly liveRateBook: LiveRateBook
  /** Throws 503 until the book is loaded. */
  readonly snapshot: () => RateSnapshot
}

/** A response takes milliseconds; changes are further apart. */
const MOST_TRIES = 5

/**
 * Reads again if a fact changed during `read`: the book changes in place, and a response never
 * mixes two versions. Throws 503.
 */
export async function readOneVersion<T>(
  snapshot: RateContext['snapshot'],
  read: (known: RateSnapshot) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const known = snapshot()
    const { version, edits } = known.book
    const made = await read(known)
    const { book } = snapshot()
    if (book === known.book && book.version === version && book.edits === edits) return made
  }
  throw new ApiError('unavailable', t.httpText.busy, { retryAfter: 1 })
}

/** `version` changes with everything that a public response depends on. */
export function followRates(
  live: LiveRateBook,
  clock: Clock,
): Pick<RateContext, 'snapshot'> & { readonly version: () => string } {
  let changes = 0
  live.subscribe(() => changes++)
  return {
    version: () => `${changes} ${dayInColombo(clock())}`,
    snapshot: () => {
      const { loaded, book } = live
      if (!loaded) throw new ApiError('unavailable', t.ratesText.loading, { retryAfter: 1 })
      return { book, today: dayInColombo(clock()), calendar: book.holidays.calendar }
    },
  }
}
