/** What a personal access token is permitted: to read, or to read and write rates. */
export const ACCESS_SCOPES = ['read', 'write'] as const

export const DEFAULT_TOKEN_DAYS = 90
export const MAX_TOKEN_DAYS = 365
/** Creating a token takes a sign-in no longer ago than this. */
export const RECENT_SIGN_IN_MINUTES = 10
