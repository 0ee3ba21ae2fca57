import { ALL_ENDPOINTS, ENDPOINT_GROUPS, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import type { Access, Endpoint, Schema } from '../../contract/endpoint.ts'
import { noBody } from '../../contract/schema/values.ts'
import { badRequest, errorBody } from '../../contract/schema/error.schema.ts'
import { responsesOf } from '../../contract/responses.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { listed } from '../../text/en/names.ts'
import { describedSchemas, type DescribedSchemas } from './described-schemas.ts'
import { fieldsOf, type JsonSchema } from './json-schema.ts'
import {
  errorResponse,
  errorResponses,
  HEADERS,
  IDEMPOTENCY_KEY,
  recordedResponse,
  SECURITY_SCHEMES,
} from './openapi-parts.ts'

/** What the document says of the installation that it comes from. */
export interface ApiIdentity {
  readonly title: string
  readonly version: string
  /** What every address begins with, without a slash at its end. */
  readonly publicUrl: string
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly headers?: object; readonly content?: Content }>
  >
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly [{ readonly url: string }]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, object>>
  }
}

/** The whole API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), made from the contract alone. */
export function openApiDocument(identity: ApiIdentity): OpenApiDocument {
  const schemas = describedSchemas(ALL_ENDPOINTS)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { title, endpoints } of ENDPOINT_GROUPS) {
    for (const named of endpoints) {
      const path = pathOf(named.endpoint)
      paths[path] = {
        ...paths[path],
        [named.endpoint.method.toLowerCase()]: operation(named, title, schemas),
      }
    }
  }
  const info = {
    title: identity.title,
    version: identity.version,
    description: `Exchange rates of ${listed(CURRENCIES)} in Sri Lankan rupees.`,
    license: { name: 'MIT', identifier: 'MIT' },
  }
  const components = {
    schemas: schemas.components,
    responses: errorResponses(),
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: identity.publicUrl }],
    ...{ tags: ENDPOINT_GROUPS.map(({ title, description }) => ({ name: title, description })) },
    paths,
    components,
  }
}

/** An endpoint's URL as the document writes it: `/api/…/{currency}`. */
export const pathOf = ({ url }: Pick<Endpoint, 'url'>): string => url.replace(/:(\w+)/g, '{$1}')

function operation(
  { name, endpoint, schema: declared }: NamedEndpoint,
  tag: string,
  schemas: DescribedSchemas,
): Operation {
  const { summary, description, example, params, querystring, body } = declared
  return {
    operationId: name,
    ...{ tags: [tag] },
    summary,
    description,
    security: endpoint.takesSession ? [{}, { session: [] }] : SECURITY[endpoint.access],
    parameters: [
      ...parameters(schemas.fields(params), 'path'),
      ...parameters(schemas.fields(querystring), 'query'),
      ...(endpoint.method === 'POST' && endpoint.access === 'write' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.takes ?? 'application/json']: {
            schema: schemas.request(body),
            ...(example && { example }),
          },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responsesOf(endpoint)).map(([status, schema]) => [
        status,
        response({ name, media: endpoint.media }, status, schema, schemas),
      ]),
    ),
  }
}

/** Which credential each kind of endpoint takes; a token with what it must be allowed to do. */
const SECURITY: Readonly<Record<Access, readonly object[]>> = {
  public: [],
  session: [{ session: [] }],
  read: [{ session: [] }, { accessToken: ['read'] }],
  write: [{ session: [] }, { accessToken: ['write'] }],
  admin: [{ session: [] }],
}

function parameters(fields: JsonSchema, where: 'path' | 'query'): Parameter[] {
  return fieldsOf(fields).map((field) => ({ ...field, in: where }))
}

function response(
  { name, media: declaredMedia }: { name: string; media: Endpoint['media'] },
  status: string,
  schema: Schema,
  schemas: DescribedSchemas,
): Operation['responses'][string] {
  if (schema === errorBody || schema === badRequest) return errorResponse(status)
  if (schema === noBody) return REDIRECT
  const media = Number(status) < 300 ? (declaredMedia ?? ['application/json']) : ['application/json']
  const content = media.map((type) => {
    const isJson = type === 'application/json'
    const example = recordedResponse(name, status, type)
    const described = { schema: isJson ? schemas.response(schema) : { type: 'string' } }
    return [type, example === undefined ? described : { ...described, example }] as const
  })
  return { ...{ description: STATUS_WORDS[status] ?? 'Not now' }, content: Object.fromEntries(content) }
}

/** A response that only leads elsewhere. */
const REDIRECT = {
  description: 'To the page',
  headers: { Location: { description: 'Address of the page', schema: { type: 'string', format: 'uri' } } },
}

/** What is said of a response with a form of its own. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  400: 'The request is wrong',
  404: 'Not found',
  422: 'The request is wrong',
}
