import { componentRef } from './json-schema.ts'
import recorded from './recorded-responses.json' with { type: 'json' }

/** By operation (`errors` for those of all), status and media type. */
type Recorded = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>

/** A recorded response as an example, if there is one (recorded-responses.test.ts). */
export function recordedResponse(operation: string, status: string, media: string): unknown {
  return (recorded as Recorded)[operation]?.[status]?.[media]
}

/** What each error means, with the name of its component. */
const ERRORS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is wrong; `errors` has sentences for each wrong field'],
  401: ['Unauthorized', 'The token is missing, expired or revoked'],
  403: ['Forbidden', 'The token does not permit this'],
  404: ['NotFound', 'Not found'],
  409: ['Conflict', 'The request conflicts with what is stored'],
  413: ['BodyTooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The body must be sent as `application/json`'],
  429: ['TooManyRequests', 'Too many requests; retry after `Retry-After` seconds'],
  503: [
    'Unavailable',
    'The server is busy or cannot reach its database; retry after `Retry-After` seconds',
  ],
}

/** Headers of responses that say to come back later. */
export const HEADERS = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 1 },
  },
} as const

/** One token, whatever it may do: an operation lists the scopes that it takes. */
export const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token with the scope `read` or `write`, or the token of a session, which ' +
      'may do everything that its user may.',
  },
} as const

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, the same for every repeat of one request: it is done once, and every ' +
    'repeat gets the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
} as const

/** `components.responses`: every error that an operation can end in, once. */
export function errorResponses(): Record<string, object> {
  const responses = Object.entries(ERRORS).map(([status, [name, description]]) => {
    const schema = componentRef(status === '400' ? 'BadRequest' : 'Error')
    const example = recordedResponse('errors', status, 'application/json')
    const retries = status === '429' || status === '503'
    return [
      name,
      {
        description,
        ...(retries && {
          headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
        }),
        content: { 'application/json': { schema, example } },
      },
    ] as const
  })
  return Object.fromEntries(responses)
}

/** What an operation refers to for an error status. Throws for one that is not described here. */
export function errorResponse(status: string): { readonly $ref: string } {
  const described = ERRORS[status]
  if (!described) throw new Error(`Describe status ${status} in server/openapi/openapi-parts.ts.`)
  return { $ref: `#/components/responses/${described[0]}` }
}
