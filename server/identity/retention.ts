export const RETENTION_DAYS = {
  email: 30,
  unverified: 1,
  device: 365,
  expiredToken: 30,
  response: 7,
} as const

export const LIMIT_WINDOW_MINUTES = { calls: 1, emails: 60 } as const
