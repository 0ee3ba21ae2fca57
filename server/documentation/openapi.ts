import { ENDPOINT_GROUPS, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { errorAnswer } from '../../contract/error-code.ts'
import { fieldsOf, jsonSchema, type JsonSchema } from './json-schema.ts'

/** What the document says of the installation that it comes from. */
export interface ApiIdentity {
  readonly title: string
  readonly version: string
  /** What every address begins with, without a slash at its end. */
  readonly publicUrl: string
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  400: 'Something in the request is wrong; `errors` names each field',
  401: 'No token, or a dead one',
  403: 'The token may not do this',
  404: 'There is no such thing',
  409: 'It contradicts what is there',
  429: 'Too many calls; `Retry-After` says when to come back',
  503: 'Cannot be done now; `Retry-After` says when to come back',
}

/** The whole API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), made from the contract alone. */
export function openApiDocument(identity: ApiIdentity): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { title, endpoints } of ENDPOINT_GROUPS) {
    for (const named of endpoints) {
      const path = named.endpoint.url.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operation(named, title) }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: identity.title,
      version: identity.version,
      description: 'Exchange rates of USD, AUD, CAD and GBP in Sri Lankan rupees.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: identity.publicUrl }],
    tags: ENDPOINT_GROUPS.map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: { Error: jsonSchema(errorAnswer, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session’s token, or a personal access token.',
        },
      },
    },
  }
}

function operation({ name, endpoint }: NamedEndpoint, tag: string): Record<string, unknown> {
  const { params, querystring, body } = endpoint.schema
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(querystring, 'query'),
      ...(endpoint.method === 'POST' && endpoint.access === 'write' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(endpoint.schema.response).map(([status, schema]) => [
          status,
          response(endpoint, Number(status), schema),
        ]),
      ),
      default: { description: 'Any other failure', content: errorContent },
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, the same for every repeat of one request: it is done once and answered the same.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** In seconds, on answers that say to come back later. */
const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } }

function parameters(schema: Schema | undefined, where: 'path' | 'query'): Record<string, unknown>[] {
  if (!schema) return []
  return fieldsOf(jsonSchema(schema, 'input')).map((field) => ({
    name: field.name,
    in: where,
    required: field.required,
    schema: isWholeNumber(field.schema) ? wholeNumber(field.schema) : field.schema,
  }))
}

/** Numbers come as text in a URL, and are checked as such; for a reader they are numbers. */
export function isWholeNumber({ pattern }: JsonSchema): boolean {
  return typeof pattern === 'string' && pattern.startsWith('^[1-9][0-9]')
}

const wholeNumber = ({ description }: JsonSchema): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  ...(description !== undefined && { description }),
})

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function response(endpoint: Endpoint, status: number, schema: Schema | undefined): Record<string, unknown> {
  const description = STATUS_WORDS[status] ?? 'Answer'
  if (!schema) return { description }
  if (schema === errorAnswer) {
    const comesBack = status === 429 || status === 503
    return { description, ...(comesBack && { headers: RETRY_AFTER }), content: errorContent }
  }
  const media = status < 300 ? (endpoint.media ?? ['application/json']) : ['application/json']
  const content = Object.fromEntries(media.map((type) => [type, { schema: jsonSchema(schema, 'output') }]))
  return { description, content }
}
