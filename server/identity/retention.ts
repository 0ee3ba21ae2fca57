/** How many days something about a user is kept. */
export const RETENTION_DAYS = {
  /** The row of an email, for complaints; its content is erased once sent. */
  email: 30,
  /** An account, or an alert, whose address was never proven. */
  unverified: 1,
  /** A device that is not used; then it is new again. */
  device: 365,
  /** An access token that has expired, to be shown to its owner. */
  expiredToken: 30,
  /** The response to a request with an idempotency key; no client retries this long. */
  response: 7,
} as const

/** How many minutes calls and requested emails are counted against their limits. */
export const LIMIT_WINDOW_MINUTES = { calls: 1, emails: 60 } as const
