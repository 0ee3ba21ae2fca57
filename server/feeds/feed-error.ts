import type { PublisherError } from '../../domain/rate-precedence.ts'

/** `offline`: no request left this machine, so it counts for no limit. */
type FeedErrorReason = PublisherError | 'offline' | 'not found'

/** The message is a sentence for the log and for administrators. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  readonly reason: FeedErrorReason
  constructor(message: string, reason: FeedErrorReason = 'unreachable', cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export function asFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error
  throw error
}
