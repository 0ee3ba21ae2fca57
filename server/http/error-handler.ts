import { statfsSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '../../text/sentences.ts'
import type { Clock } from '../context.ts'
import { isDatabaseUnavailable, isPoolExhausted, isDiskFull } from '../database/availability.ts'
import { ApiError } from '../errors.ts'

export type ErrorForm = (error: ApiError) => { readonly status: number; readonly body: object }

const toResponse: ErrorForm = (error) => ({ status: error.status, body: error.toResponse() })

export function handleErrors(app: FastifyInstance, disk: DiskSpace): void {
  app.setErrorHandler(errorHandler(toResponse, disk))
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found', t.httpText.notFound)
  })
}

export function errorHandler(form: ErrorForm, disk?: DiskSpace) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = disk?.isCauseOf(error)
      ? new ApiError('storage_full', t.httpText.storageFull, { retryAfter: 10, cause: error })
      : publicError(error, request.routeOptions)
    sendError(known, error, form, request, reply)
  }
}

const NO_ROUTE = { bodyLimit: 0, config: {} }

export function publicError(
  error: unknown,
  { bodyLimit, config }: { bodyLimit: number; config: FastifyContextConfig } = NO_ROUTE,
): ApiError {
  if (error instanceof ApiError) return error
  if (isPoolExhausted(error)) return new ApiError('unavailable', t.httpText.busy, { retryAfter: 2 })
  if (isDatabaseUnavailable(error))
    return new ApiError('unavailable', t.httpText.databaseAway, { retryAfter: 2, cause: error })
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  if (status === 413)
    return new ApiError('too_large', t.httpText.bodyTooLarge({ kib: bodyLimit / 1024 }))
  if (status === 415) {
    const taken =
      config.endpoint?.csv === undefined ? 'application/json' : 'application/json or text/csv'
    return new ApiError('unsupported_media_type', t.httpText.mediaType({ taken }))
  }
  if (status === 400) return new ApiError('invalid', t.httpText.badRequest)
  // A path that leads out of the folder of static files is 403.
  if (status === 404 || status === 403) return new ApiError('not_found', t.httpText.notFound)
  return new ApiError('internal', t.httpText.serverError, { cause: error })
}

/** Under load thousands are refused. */
const REFUSALS_EVERY_MS = 1000
let refusalLoggedAt = -REFUSALS_EVERY_MS

export function logFailure(
  known: ApiError,
  error: unknown,
  { log, id: reqId }: { log: FastifyRequest['log']; id?: string },
): void {
  if (known.code !== 'unavailable' || known.cause !== undefined) {
    log.error({ reqId, err: error }, known.message)
    return
  }
  const now = performance.now()
  if (now - refusalLoggedAt < REFUSALS_EVERY_MS) return
  refusalLoggedAt = now
  log.warn(known.message)
}

function sendError(
  known: ApiError,
  error: unknown,
  form: ErrorForm,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // A client that closed the connection caused no failure.
  if (known.status >= 500 && !request.socket.destroyed) logFailure(known, error, request)
  // RFC 9110, section 11.6.1.
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  if (known.retryAfter !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)))
  // The headers describe the file that failed.
  for (const name of ['content-disposition', 'etag', 'cdn-cache-control']) reply.removeHeader(name)
  const { status, body } = form(known)
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}

/** Returns the whole response to a request that Node's parser refused, so that no hook ran. */
export function malformedRequest(code: string, headers: Readonly<Record<string, string>>): string {
  const [status, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, t.httpText.tooSlow]
      : code === 'HPE_HEADER_OVERFLOW'
        ? [431, t.httpText.headersTooLarge]
        : [400, t.httpText.malformed]
  const body = JSON.stringify(new ApiError('invalid', message).toResponse())
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

const LOW_BYTES = 200_000_000
/** PostgreSQL writes 16 MB of its log at once and stops if it cannot. */
const NOTHING_LEFT_BYTES = 16_000_000
const REPORTED_FOR_MS = 600_000

export class DiskSpace {
  private readonly freeBytes: () => number
  private readonly clock: Clock
  private refusedAt = -Infinity

  constructor(freeBytes: () => number, clock: Clock) {
    this.freeBytes = freeBytes
    this.clock = clock
  }

  isCauseOf(error: unknown): boolean {
    const isCause =
      isDiskFull(error) || (isDatabaseUnavailable(error) && this.freeBytes() < NOTHING_LEFT_BYTES)
    if (isCause) this.refusedAt = this.clock().getTime()
    return isCause
  }

  warnings(): { disk?: string } {
    if (this.clock().getTime() - this.refusedAt < REPORTED_FOR_MS)
      return { disk: t.httpText.diskFull({ at: new Date(this.refusedAt).toISOString() }) }
    const free = this.freeBytes()
    return free < LOW_BYTES
      ? { disk: t.httpText.diskLow({ megabytes: Math.floor(free / 1_000_000) }) }
      : {}
  }
}

export function readFreeBytes(folders: readonly string[]): number {
  return Math.min(...folders.map(freeBytesIn))
}

function freeBytesIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}
