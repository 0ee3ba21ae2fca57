/** Days for which something about a user is kept. */
export const RETENTION_DAYS = {
  /**
   * What became of an email, for whoever looks into a complaint; its content is gone long before.
   */
  email: 30,
  /** An account, or an alert, whose address was never proven. */
  unverified: 1,
  /** A device that is not used; then it is new again. */
  device: 365,
  /** An access token that has expired, to be shown to its owner. */
  expiredToken: 30,
  /**
   * The response to a request with an idempotency key: no client goes on retrying for that long.
   */
  response: 7,
} as const

/** Minutes for which uses are counted against a limit: calls, and emails that were requested. */
export const LIMIT_WINDOW_MINUTES = { calls: 1, emails: 60 } as const
