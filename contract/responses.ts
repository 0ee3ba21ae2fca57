import type { Endpoint, Schema } from './endpoint.ts'
import { badRequest, errorBody } from './error-body.ts'

/**
 * Every status that a call can end in, with its body: as declared, and by its access, method and
 * body.
 */
export function responsesOf(endpoint: Endpoint): Readonly<Record<number, Schema>> {
  const { method, access } = endpoint
  const writes = method !== 'GET'
  const takesFields = [endpoint.params, endpoint.query, endpoint.body].some(
    (part) => part !== undefined,
  )
  return {
    // A POST without fields can still carry a wrong Idempotency-Key.
    ...((takesFields || (method === 'POST' && access === 'write')) && { 400: badRequest }),
    ...(access !== 'public' && { 401: errorBody }),
    ...(access !== 'public' && !endpoint.ofOwnAccount && { 403: errorBody }),
    ...((endpoint.params || access === 'admin') && { 404: errorBody }),
    ...(endpoint.body && { 413: errorBody, 415: errorBody }),
    // Reads behind the login are limited too, by how many of one user run at once.
    ...((access !== 'public' || (writes && endpoint.body)) && { 429: errorBody }),
    503: errorBody,
    ...endpoint.response,
  }
}
