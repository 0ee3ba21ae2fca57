import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '../contract/errors.ts'
import { t } from '../text/sentences.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

interface ApiErrorOptions {
  readonly fields?: FieldErrors
  readonly triesLeft?: number
  /** In seconds. */
  readonly retryAfter?: number
  /** For the log only. */
  readonly cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly triesLeft: number | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.triesLeft = options.triesLeft
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  toResponse(): ErrorResponse {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields && {
        errors: Object.fromEntries(Object.entries(this.fields).map(([k, v]) => [k, [...v]])),
      }),
      ...(this.triesLeft !== undefined && { tries_left: this.triesLeft }),
    }
  }
}

const MAX_NAMED = 20
/** Names come from the client. */
const MAX_NAME_LENGTH = 100

/** Names at most 20 fields and counts the others under `body`. */
export function namedFields(
  wrong: Iterable<readonly [field: string, sentence: string]>,
): FieldErrors {
  const named = new Map<string, string[]>()
  let more = 0
  for (const [field, sentence] of wrong) {
    const name = field.slice(0, MAX_NAME_LENGTH)
    const sentences = named.get(name)
    if (sentences) sentences.push(sentence)
    else if (named.size < MAX_NAMED) named.set(name, [sentence])
    else more++
  }
  if (more > 0)
    named.set('body', [...(named.get('body') ?? []), t.httpText.moreFields({ count: more })])
  return Object.fromEntries(named)
}

export function invalid(fields: FieldErrors): ApiError {
  const first = Object.values(fields)[0]?.[0]
  return new ApiError('invalid', first ?? t.httpText.badRequest, { fields })
}

export function unauthenticated(): ApiError {
  return new ApiError('unauthenticated', t.httpText.unauthenticated)
}

export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole < 90
    ? t.httpText.wait({ unit: 'second', count: whole })
    : t.httpText.wait({ unit: 'minute', count: Math.ceil(whole / 60) })
}
