import type { CallName, InputOf, ResponseOf } from '../contract/all-endpoints.ts'
import type { ErrorResponse, ErrorCode } from '../contract/errors.ts'
import { endStoredSession, storedSession } from './session/stored-session.ts'
import { apiErrorText } from '../text/api-errors.ts'
import { language, t } from '../text/sentences.ts'

/** How long a response may take, in milliseconds (specification, section 9). */
const TIMEOUT_MS = 10_000

/** The origin of the API: empty for the pages' own, or set when the client is built. */
export const BASE = import.meta.env.VITE_API_BASE ?? ''

type Given = string | number | undefined

export interface CallOptions {
  /** Aborting it rejects the call with the error `Request was cancelled`. */
  readonly signal?: AbortSignal
  /** Of the session that it is for, where that is no longer the stored one. */
  readonly token?: string
  /** Sent as `Idempotency-Key`, so that a retry never does a thing twice. */
  readonly idempotencyKey?: string
  /**
   * How long the response may take instead of `TIMEOUT_MS`: for a file that is large, not for a
   * screen.
   */
  readonly timeoutMs?: number
}

interface ErrorDetails {
  readonly code?: ErrorCode
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly triesLeft?: number
  /** Seconds to wait before the next try, where the server said so. */
  readonly retryAfter?: number
  readonly cancelled?: boolean
}

/** A call that failed. `message` is what the screen shows; `status` is 0 where no response came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /**
   * The sentences about each wrong field, by the field's name; empty where no field is to blame.
   */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly triesLeft: number | undefined
  readonly retryAfter: number | undefined
  readonly cancelled: boolean
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.triesLeft = details.triesLeft
    this.retryAfter = details.retryAfter
    this.cancelled = details.cancelled ?? false
  }

  /**
   * Whether the same request may succeed later: no response came, the server has too much to do, or
   * it failed.
   */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** The error behind whatever was thrown. */
export function errorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  return new ApiError(0, thrown instanceof Error && thrown.message ? thrown.message : t.call.other)
}

/** The address of a call without the origin: `/api/exchange-rate/current/USD?date=2026-09-29`. */
export function addressOf<Name extends CallName>(name: Name, input: InputOf<Name>): string {
  const given = input as { params?: Record<string, Given>; query?: Record<string, Given> }
  const [, url = ''] = name.split(' ')
  const path = url.replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(given.params?.[part])),
  )
  return withQuery(path, given.query ?? {})
}

/** An address with changed query parameters; undefined removes one, and the others stay. */
export function withQuery(address: string, parts: Readonly<Record<string, Given>>): string {
  const [path = '', search] = address.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parts))
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/**
 * Makes a call, named by its method and address. Rejects with an `ApiError` only; a 401 ends the
 * stored session before it rejects.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name>> {
  return send(name, input, options, async (response) => (await response.json()) as ResponseOf<Name>)
}

/** The same for a response that is no JSON: `read` takes its content. */
export async function send<Name extends CallName, T>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { timeoutMs = TIMEOUT_MS, token = storedSession()?.token } = options
  const body = (input as { body?: unknown }).body
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = new Headers({ Accept: 'application/json' })
  // A content type without a body is a promise that the server would hold us to.
  if (body !== undefined)
    headers.set('Content-Type', body instanceof File ? body.type : 'application/json')
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  try {
    const response = await fetch(BASE + addressOf(name, input), {
      method: name.slice(0, name.indexOf(' ')),
      // What is fresh enough to be shown is decided in queries.ts; here, what is requested is
      // requested from the server.
      cache: 'no-cache',
      headers,
      body: body === undefined ? null : body instanceof File ? body : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    if (response.ok) return await read(response)
    if (response.status === 401 && token !== undefined) endStoredSession(token)
    const retryAfter = Number(response.headers.get('Retry-After') ?? NaN)
    throw errorOfResponse(response.status, await response.json().catch(() => null), retryAfter)
  } catch (thrown) {
    if (thrown instanceof ApiError) throw thrown
    if (options.signal?.aborted) throw new ApiError(0, t.call.cancelled, { cancelled: true })
    if (timeout.aborted && language() === 'en')
      throw new ApiError(0, `timeout of ${timeoutMs}ms exceeded`)
    // Browsers word a lost connection each in their own way ("Failed to fetch", "Load failed"):
    // none helps a reader.
    throw new ApiError(0, t.call.network)
  }
}

/** The error that a response of the API tells of. `retryAfter` is in seconds. */
export function errorOfResponse(status: number, response: unknown, retryAfter = NaN): ApiError {
  const body = (response ?? {}) as Partial<ErrorResponse>
  const said = apiErrorText(body)
  return new ApiError(
    status,
    said ||
      ((t.call.byStatus as Readonly<Partial<Record<number, string>>>)[status] ?? t.call.other),
    {
      ...(body.code && { code: body.code }),
      ...(body.errors && { fields: body.errors }),
      ...(body.tries_left !== undefined && { triesLeft: body.tries_left }),
      ...(Number.isFinite(retryAfter) && { retryAfter }),
    },
  )
}
