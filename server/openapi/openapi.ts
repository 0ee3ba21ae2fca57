import { ALL_ENDPOINTS, ENDPOINT_GROUPS, type NamedEndpoint } from '../../contract/all-endpoints.ts'
import { CSV_TYPE, type Access, type Endpoint, type Schema } from '../../contract/endpoint.ts'
import { noBody } from '../../contract/values.ts'
import { badRequest, errorBody, responsesOf } from '../../contract/errors.ts'
import { currentRate } from '../../contract/rates/rates.ts'
import { currencies } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
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
import { t } from '../../text/sentences.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>

/** One way in which an operation ends: a component's, or its own. */
interface OperationResponse {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: object
  readonly content?: Content
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
export type Operation = ReturnType<typeof operation>
export type Parameter = Operation['parameters'][number]

/**
 * The API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), from the contract
 * alone. `publicUrl` begins every address.
 */
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
      const path = (paths[pathOf(named.endpoint)] ??= {})
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

/** The first request, with its recorded response, and what holds for all. */
function introduction(publicUrl: string): string {
  const response = recordedResponse('currentRate', '200', 'application/json')
  return t.apiDocumentText.introduction({
    currencies: listed(currencies()),
    url: publicUrl + currentRate.url.replace(':currency', 'USD'),
    response: JSON.stringify(response, null, 2),
    account: `${publicUrl}/account`,
  })
}

/** An endpoint's URL as the document writes it: `/api/…/{currency}`. */
export const pathOf = ({ url }: Pick<Endpoint, 'url'>): string => url.replace(/:(\w+)/g, '{$1}')

function operation(named: NamedEndpoint, tag: string, schemas: DescribedSchemas) {
  const { name, endpoint } = named
  const { summary, description, example, csv, params, query, body } = endpoint
  const responses: readonly (readonly [string, OperationResponse])[] = Object.entries(
    responsesOf(endpoint),
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
      ...fieldsOf(schemas.fields(params)).map((field) => ({ ...field, in: 'path' })),
      ...fieldsOf(schemas.fields(query)).map((field) => ({ ...field, in: 'query' })),
      ...(endpoint.method === 'POST' && endpoint.access === 'write' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: { required: true, content } }),
    responses: Object.fromEntries(responses),
  }
}

/** Which token each kind of endpoint takes. */
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

/** A response that only leads elsewhere. */
const REDIRECT = {
  description: 'To the page',
  headers: {
    Location: { description: 'Address of the page', schema: { type: 'string', format: 'uri' } },
  },
}

/** What is said of a response with a form of its own. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  400: 'The request is wrong',
  404: 'Not found',
  422: 'The request is wrong',
}
