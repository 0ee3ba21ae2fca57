import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/availability.ts'
import { ApiError } from '../errors.ts'
import type { DiskSpace } from './disk-space.ts'
import { validationError } from './validation.ts'
import { t } from '../../text/sentences.ts'

/** How an error is written: the status and the body of its response. */
export type ErrorForm = (error: ApiError) => { readonly status: number; readonly body: object }

const OWN_FORM: ErrorForm = (error) => ({ status: error.status, body: error.toResponse() })

/** One handler for every failure: what the contract knows as it is, the rest as 500. */
export function handleErrors(app: FastifyInstance, disk: DiskSpace): void {
  app.setErrorHandler(errorHandler(OWN_FORM, disk))
}

export function errorHandler(form: ErrorForm, disk?: DiskSpace) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = disk?.isCauseOf(error)
      ? new ApiError('storage_full', t.httpText.storageFull, { retryAfter: 10, cause: error })
      : publicError(error, request.routeOptions)
    void respondError(known, error, form, request, reply)
  }
}

const NO_ROUTE = { bodyLimit: 0, config: {} }

/** What may be said of an error of a route. */
export function publicError(
  error: unknown,
  { bodyLimit, config }: { bodyLimit: number; config: FastifyContextConfig } = NO_ROUTE,
): ApiError {
  if (error instanceof ApiError) return error
  const refused = validationError(error)
  if (refused) return refused
  if (isDatabaseUnavailable(error)) {
    return new ApiError('unavailable', t.httpText.databaseAway, { retryAfter: 2, cause: error })
  }
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  if (status === 413)
    return new ApiError('too_large', t.httpText.bodyTooLarge({ kib: bodyLimit / 1024 }))
  if (status === 415)
    return new ApiError(
      'unsupported_media_type',
      t.httpText.mediaType({ taken: (config.takes ?? ['application/json']).join(' or ') }),
    )
  if (status === 400) return new ApiError('invalid', t.httpText.badRequest)
  if (status === 404) return new ApiError('not_found', t.httpText.notFound)
  return new ApiError('internal', t.httpText.serverError, { cause: error })
}

/** Headers of a file that failed: the error is none, and must not be kept as one. */
const OF_THE_FILE = ['content-disposition', 'etag']

/** A refusal says enough by its sentence; so many come at once that one a second is logged. */
const REFUSALS_EVERY_MS = 1000
let refusalLoggedAt = -REFUSALS_EVERY_MS

export function logFailure(
  known: ApiError,
  error: unknown,
  { log }: Pick<FastifyRequest, 'log'>,
): void {
  if (error !== known || known.code !== 'unavailable' || known.cause !== undefined) {
    log.error({ err: error }, known.message)
    return
  }
  const now = performance.now()
  if (now - refusalLoggedAt < REFUSALS_EVERY_MS) return
  refusalLoggedAt = now
  log.warn(known.message)
}

function respondError(
  known: ApiError,
  error: unknown,
  form: ErrorForm,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Nobody failed where the client went away in the middle of a response.
  if (known.status >= 500 && !request.socket.destroyed) logFailure(known, error, request)
  // RFC 9110, section 11.6.1: every 401 says how to sign in.
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  if (known.retryAfter !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)))
  for (const name of OF_THE_FILE) reply.removeHeader(name)
  const { status, body } = form(known)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}
