import type { CallName, InputOf, ResponseOf } from '../contract/all-endpoints.ts'
import type { ErrorResponse, ErrorCode } from '../contract/errors.ts'
import { endStoredSession, storedSession } from './session/stored-session.ts'
import { apiErrorText, language, t } from '../text/sentences.ts'

/** Specification, section 9. */
export const TIMEOUT_MS = 10_000

type Given = string | number | undefined

interface CallOptions {
  readonly signal?: AbortSignal
  readonly token?: string
  readonly idempotencyKey?: string
  readonly timeoutMs?: number
  readonly accept?: string | undefined
}

interface ErrorDetails {
  readonly code?: ErrorCode
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly triesLeft?: number
  /** In seconds. */
  readonly retryAfter?: number
  readonly cancelled?: boolean
}

/** A failed call. `message` is shown to the user; `status` is 0 if no response came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
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

  /** The same request may succeed later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  return new ApiError(0, thrown instanceof Error && thrown.message ? thrown.message : t.call.other)
}

/** Says that an act failed if the message only names its status. */
export const failureSentence = ({ status, message }: ApiError): string =>
  status >= 500 && !/[.!?]$/.test(message) ? t.ui.notDone({ message }) : message

/** Adds when to try again unless the sentence says it: a translation of a limit does not. */
export function errorSentence(error: ApiError): string {
  const { code, message, retryAfter } = error
  const saysWhen = code !== undefined && (code !== 'too_many_requests' || language() === 'en')
  if (retryAfter === undefined || saysWhen || /\d/.test(message)) return message
  const unit = retryAfter <= 1 ? 'second' : retryAfter < 120 ? 'seconds' : 'minutes'
  return t.session.retryIn({
    message,
    unit,
    count: Math.ceil(unit === 'minutes' ? retryAfter / 60 : retryAfter),
  })
}

/** Returns the path of a call: `/api/exchange-rate/current/USD?date=2026-09-29`. */
export function buildApiAddress<Name extends CallName>(name: Name, input: InputOf<Name>): string {
  const parts = input as { params?: Record<string, Given>; query?: Record<string, Given> }
  const [, url = ''] = name.split(' ')
  const path = url.replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(parts.params?.[part])),
  )
  return withQuery(path, parts.query ?? {})
}

export const serverResponds = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Undefined removes a parameter. */
export function withQuery(address: string, parts: Readonly<Record<string, Given>>): string {
  const [path = '', search] = address.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parts))
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Rejects with an `ApiError` only. A 401 ends the stored session first. */
export async function call<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name>> {
  return send(name, input, options, async (response) => (await response.json()) as ResponseOf<Name>)
}

/** Makes a call whose response is not JSON. */
export async function send<Name extends CallName, T>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { timeoutMs = TIMEOUT_MS, token = storedSession()?.token } = options
  const body = (input as { body?: unknown }).body
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = new Headers({ Accept: options.accept ?? 'application/json' })
  // Fastify rejects an empty body that has a JSON content type.
  if (body !== undefined)
    headers.set('Content-Type', body instanceof File ? body.type : 'application/json')
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  try {
    const response = await fetch(buildApiAddress(name, input), {
      method: name.slice(0, name.indexOf(' ')),
      // queries.ts decides if a response is fresh enough; a request goes to the server.
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
    // Browsers word a lost connection each in their own way, such as “Failed to fetch”.
    throw new ApiError(0, t.call.network)
  }
}

/** `retryAfter` is in seconds. */
export function errorOfResponse(status: number, response: unknown, retryAfter = NaN): ApiError {
  const body = (response ?? {}) as Partial<ErrorResponse>
  const sentence = apiErrorText(body)
  return new ApiError(
    status,
    sentence ||
      ((t.call.byStatus as Readonly<Partial<Record<number, string>>>)[status] ?? t.call.other),
    {
      ...(body.code && { code: body.code }),
      ...(body.errors && { fields: body.errors }),
      ...(body.tries_left !== undefined && { triesLeft: body.tries_left }),
      ...(Number.isFinite(retryAfter) && { retryAfter }),
    },
  )
}
