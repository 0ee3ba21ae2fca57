import * as z from 'zod/mini'
import { RATE_WARNINGS } from '../domain/rate-warnings.ts'
import type { Endpoint, Schema } from './endpoint.ts'

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
  conflict: 409,
  already_registered: 409,
  too_large: 413,
  unsupported_media_type: 415,
  doubtful_rate: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** A code for `accept`, of several rates with its line or place from 1. */
export const refusedWarning = z.object({
  kind: z.enum(RATE_WARNINGS),
  sentence: z.string(),
  meant: z.optional(z.number()),
  difference_percent: z.optional(z.number()),
  line: z.optional(z.int()),
})

export const errorBody = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  tries_left: z.optional(z.int()),
  /** Present for `doubtful_rate`. */
  warnings: z.optional(z.array(refusedWarning)),
})

export type ErrorResponse = z.output<typeof errorBody>

export const validationError = z.extend(errorBody, {
  code: z.literal('invalid'),
  errors: z.record(z.string(), z.array(z.string())),
})

export const badRequest = z.union([validationError, errorBody])

export function listResponses(endpoint: Endpoint): Readonly<Record<number, Schema>> {
  const { method, access, anyOrigin } = endpoint
  const writes = method !== 'GET'
  const takesFields = [endpoint.params, endpoint.query, endpoint.body].some(
    (part) => part !== undefined,
  )
  return {
    // A POST without fields can still carry a wrong Idempotency-Key, and a public door without
    // parameters refuses every one.
    ...((takesFields || anyOrigin || (method === 'POST' && access === 'write')) && {
      400: badRequest,
    }),
    ...(access !== 'public' && { 401: errorBody }),
    ...(access !== 'public' && !endpoint.ofOwnAccount && { 403: errorBody }),
    ...((endpoint.params || access === 'admin') && { 404: errorBody }),
    ...(endpoint.body && { 413: errorBody }),
    // A request without a body can still carry one.
    ...(writes && { 415: errorBody }),
    // Signed-in reads are limited by how many of one user run at once.
    ...((access !== 'public' || (writes && endpoint.body)) && { 429: errorBody }),
    503: errorBody,
    ...endpoint.response,
  }
}
