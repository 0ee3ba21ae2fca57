/** Every way in which a call can fail, with the HTTP status of its response. */
export const ERROR_STATUS = {
  invalid: 400,
  code_wrong: 400,
  code_expired: 400,
  link_dead: 400,
  unauthenticated: 401,
  forbidden: 403,
  sign_in_again: 403,
  not_found: 404,
  not_registered: 404,
  too_old: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_registered: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
