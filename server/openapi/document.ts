import * as z from 'zod/mini'
import { ALL_ENDPOINTS, ENDPOINT_GROUPS, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import { CSV_TYPE, type Access, type Endpoint, type Schema } from '../../contract/endpoint.ts'
import { badRequest, errorBody, listResponses } from '../../contract/errors.ts'
import { currentRate } from '../../contract/rates/rates.ts'
import { noBody } from '../../contract/values.ts'
import { currencies } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import recorded from './recorded-responses.json' with { type: 'json' }
import {
  componentRef,
  describedSchemas,
  listFields,
  type DescribedSchemas,
  type JsonSchema,
} from './schemas.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

interface OperationResponse {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: object
  readonly content?: Content
}

type Operation = ReturnType<typeof operation>

/** https://spec.openapis.org/oas/v3.1.1 */
export function openApiDocument({
  publicUrl,
  ...about
}: {
  title: string
  version: string
  publicUrl: string
}) {
  const schemas = describedSchemas(ALL_ENDPOINTS)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { title, endpoints } of ENDPOINT_GROUPS)
    for (const named of endpoints) {
      const path = (paths[openApiPath(named.endpoint)] ??= {})
      path[named.endpoint.method.toLowerCase()] = operation(named, title, schemas)
    }
  return {
    openapi: '3.1.1',
    info: {
      ...about,
      description: introduction(publicUrl),
      contact: { name: about.title, url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }] as const,
    tags: ENDPOINT_GROUPS.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errorResponses(),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

function introduction(publicUrl: string): string {
  const response = recordedResponse('currentRate', '200', 'application/json')
  return t.apiDocumentText.introduction({
    currencies: listed(currencies()),
    url: publicUrl + currentRate.url.replace(':currency', 'USD'),
    response: JSON.stringify(response, null, 2),
    account: `${publicUrl}/account`,
  })
}

export const openApiPath = ({ url }: Pick<Endpoint, 'url'>): string =>
  url.replace(/:(\w+)/g, '{$1}')

function operation(named: NamedEndpoint, tag: string, schemas: DescribedSchemas) {
  const { name, endpoint } = named
  const { summary, description, example, csv, params, query, body } = endpoint
  const responses: readonly (readonly [string, OperationResponse])[] = Object.entries(
    listResponses(endpoint),
  ).map(([status, schema]) => [status, response(named, status, schema, schemas)])
  const taken = body && { schema: schemas.request(body), ...(example && { example }) }
  const content: Content = {
    ...(taken && { 'application/json': taken }),
    ...(csv !== undefined && { [CSV_TYPE]: { schema: { type: 'string' }, example: csv } }),
  }
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: endpoint.takesSession ? [{}, ...SECURITY.session] : SECURITY[endpoint.access],
    parameters: [
      ...listFields(schemas.fields(params)).map((field) => ({ ...field, in: 'path' })),
      ...listFields(schemas.fields(query)).map((field) => ({ ...field, in: 'query' })),
      ...(endpoint.method === 'POST' && endpoint.access === 'write' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: { required: !z.safeParse(body, null).success, content } }),
    responses: Object.fromEntries(responses),
  }
}

const SECURITY: Readonly<Record<Access, readonly object[]>> = {
  public: [],
  session: [{ token: ['session'] }],
  read: [{ token: ['read'] }],
  write: [{ token: ['write'] }],
  admin: [{ token: ['session'] }],
}

function response(
  { name, endpoint }: NamedEndpoint,
  status: string,
  schema: Schema,
  schemas: DescribedSchemas,
): OperationResponse {
  if (schema === errorBody || schema === badRequest) return errorResponse(status)
  if (schema === noBody) return REDIRECT
  const media =
    Number(status) < 300 ? (endpoint.media ?? ['application/json']) : ['application/json']
  const content = media.map((type) => {
    const isJson = type === 'application/json'
    const example = recordedResponse(name, status, type)
    const described = { schema: isJson ? schemas.response(schema) : { type: 'string' } }
    return [type, example === undefined ? described : { ...described, example }] as const
  })
  return { description: STATUS_WORDS[status] ?? 'Not now', content: Object.fromEntries(content) }
}

const REDIRECT = {
  description: 'To the page',
  headers: {
    Location: { description: 'Address of the page', schema: { type: 'string', format: 'uri' } },
  },
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  400: 'The request is wrong',
  404: 'Not found',
  422: 'The request is wrong',
}

/** By operation (`errors` for all), status and media type. */
type Recorded = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>

function recordedResponse(operation: string, status: string, media: string): unknown {
  return (recorded as Recorded)[operation]?.[status]?.[media]
}

const ERRORS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is wrong; `errors` has sentences for each wrong field'],
  401: ['Unauthorized', 'The token is missing, expired or revoked'],
  403: ['Forbidden', 'The token does not permit this'],
  404: ['NotFound', 'Not found'],
  409: ['Conflict', 'The request conflicts with what is stored'],
  413: ['BodyTooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The body must be sent as `application/json`'],
  422: [
    'DoubtfulRate',
    'A rate looks wrong; with the codes of `warnings` in `accept` it is stored',
  ],
  429: ['TooManyRequests', 'Too many requests; retry after `Retry-After` seconds'],
  503: [
    'Unavailable',
    'The server is busy or cannot reach its database; retry after `Retry-After` seconds',
  ],
}

const HEADERS = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 1 },
  },
} as const

/** Operations list the scopes that they accept. */
const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token with the scope `read` or `write`, or the token of a session, which ' +
      'may do everything that its user may.',
  },
} as const

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, the same for every repeat of one request: it is done once, and every ' +
    'repeat gets the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
} as const

function errorResponses(): Record<string, object> {
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

function errorResponse(status: string): { readonly $ref: string } {
  const described = ERRORS[status]
  if (!described) throw new Error(`Describe status ${status} in server/openapi/document.ts.`)
  return { $ref: `#/components/responses/${described[0]}` }
}
