import type { Readable } from 'node:stream'
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import {
  BODY_LIMIT,
  MAX_VALUES,
  type Access,
  type CallInput,
  type CheckedInput,
  type Endpoint,
  type ResponseBody,
  type Schema,
} from '../../contract/endpoint.ts'
import { noQuery, type BeforeJson } from '../../contract/values.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, invalid, namedFields, unauthenticated } from '../errors.ts'
import type { SignedIn } from '../identity/actor.ts'
import { errorHandler, type ErrorForm } from './error-handler.ts'
import { type Client, SharedQueue } from './limits.ts'
import { PUBLIC_CACHE, type ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public endpoints. */
    signedIn: SignedIn | null
    token: string | null
  }
  interface FastifyInstance {
    responses: ResponseCache
    publicReads: PublicReads
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    access?: Access
    queries?: boolean
    anyOrigin?: boolean
    cors?: FastifyCorsOptions | false
  }
}

/** Response headers that pages of other origins may read. */
export const EXPOSED =
  'content-disposition, etag, rate-date, rate-policy, retry-after, x-request-id'

/** The same for all origins, so that caches need not distinguish them. */
const PUBLIC_CORS: FastifyCorsOptions = {
  origin: '*',
  methods: 'GET, HEAD',
  // By the standard, `*` is every header except Authorization.
  allowedHeaders: '*, authorization',
  exposedHeaders: EXPOSED,
  maxAge: 7200,
  strictPreflight: false,
}

export type ServedRequest<E extends Endpoint> = CheckedInput<E> & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: E['access'] extends 'public' ? null : SignedIn
}

/** The body, or the reply if the handler sent it. */
type Answer<E extends Endpoint> = BeforeJson<ResponseBody<E>> | Buffer | Readable | FastifyReply

/** A handler with `cache` sends nothing itself. `body` and `errors` replace the contract's. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (served: ServedRequest<E>) => Answer<E> | Promise<Answer<E>>,
  { queries = false, body, errors }: { queries?: boolean; body?: Schema; errors?: ErrorForm } = {},
): void {
  const { anyOrigin = false, cache } = endpoint
  const query = endpoint.query ?? (anyOrigin ? noQuery : undefined)
  const publicConfig = anyOrigin ? { anyOrigin, cors: PUBLIC_CORS } : {}
  if (anyOrigin)
    app.options(endpoint.url, { config: publicConfig }, (_request, reply) => reply.send())
  const read = async (client: Client, served: object) => {
    const make = () => handler(served as ServedRequest<E>)
    return queries ? app.publicReads.query(client, make) : make()
  }
  if (cache)
    app.publicReads.add(`${endpoint.method} ${endpoint.url}`, (given) =>
      // Pages serve everyone, so they share places by input.
      read({ name: JSON.stringify(given) }, checkedInput(endpoint, given)),
    )
  app.route({
    // Fastify's own HEAD would drop the body before its tag and length are known.
    method: cache ? [endpoint.method, 'HEAD'] : endpoint.method,
    url: endpoint.url,
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(query && { querystring: query }),
      ...((body ?? endpoint.body) && { body: body ?? endpoint.body }),
    },
    bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
    ...(errors && { errorHandler: errorHandler(errors) }),
    config: {
      endpoint,
      access: endpoint.access,
      cache,
      queries,
      ...publicConfig,
    },
    handler: async (request, reply) => {
      const { params, query, signedIn } = request
      if (endpoint.access !== 'public' && signedIn === null) throw unauthenticated()
      const served = { params, query, body: request.body, request, reply, signedIn }
      if (!cache) return handler(served as unknown as ServedRequest<E>)
      reply.headers(PUBLIC_CACHE)
      return (await app.responses.hasSent(reply, spell(endpoint, request)))
        ? reply
        : read(request, served)
    },
  })
}

/** The one address of a call, which has others without end: `?&`, `%55SD`, `max_age=007`. */
function spell({ url }: Endpoint, { params, query }: FastifyRequest): string {
  const given = params as Readonly<Record<string, unknown>>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encode(given[name]))
  const parameters = Object.entries(query as object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encode(value)}`)
  return path + (parameters.length > 0 ? `?${parameters.join('&')}` : '')
}

/** Clients send commas of lists and colons of instants as they are. */
const encode = (value: unknown) =>
  encodeURIComponent(String(value)).replace(/%(?:2C|3A)/g, decodeURIComponent)

/** Serves a file that depends on the version and its path only. */
export function serveKept(
  app: FastifyInstance,
  url: string,
  make: (reply: FastifyReply) => string | Buffer | Promise<string | Buffer>,
  querystring?: Schema,
): void {
  // A page of another origin may read the API only.
  const config = {
    cache: 'rates' as const,
    ...(!url.startsWith('/api/') && { cors: false as const }),
  }
  app.route({
    method: ['GET', 'HEAD'],
    url,
    config,
    ...(querystring && { schema: { querystring } }),
    handler: async (request, reply) => {
      const [path = url, query] = request.url.split('?')
      if (query !== undefined) return reply.redirect(path, 308)
      return (await app.responses.hasSent(reply, path)) ? reply : make(reply)
    },
  })
}

export const attach = (reply: FastifyReply, name: string): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${name}"`)

export const pageFields = (page: number, size: number, total: number) => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / size)),
  per_page: size,
  total,
})

/** Checks requests only, because responses are typed. */
export function checkRequests(app: FastifyInstance): void {
  const validator: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
    return (value: unknown) => {
      const result = z.safeParse(schema, value)
      return result.success
        ? { value: result.data }
        : { error: requestError(result.error.issues, httpPart) }
    }
  }
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
  acceptJsonOnly(app)
}

function checkedInput(endpoint: Endpoint, given: Partial<CallInput<Endpoint>>) {
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = endpoint[name]
    const result = schema && z.safeParse(schema, given[name])
    if (result?.success === false) throw requestError(result.error.issues, name)
    return result?.data
  }
  return { params: part('params'), query: part('query'), body: part('body') }
}

type Issues = readonly z.core.$ZodIssue[]

/** Parts of a path in which a wrong value is malformed; in others it names nothing. */
const isMalformed = new Set<unknown>(['date', 'policy'])

function requestError(issues: Issues, part: string | undefined): ApiError {
  const fields = namedFields(wrongFields(issues))
  if (part === 'params' && !issues.some(({ path: [at] }) => isMalformed.has(at)))
    return new ApiError('not_found', Object.values(fields)[0]?.[0] ?? t.httpText.notFound)
  return invalid(fields)
}

/** `body` is the whole body. */
export function* wrongFields(issues: Issues): Generator<[field: string, sentence: string]> {
  for (const issue of issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield [[...path, key].join('.'), t.httpText.unknownField]
    } else if (path.length === 0) yield ['body', t.httpText.noObject]
    else yield [path.join('.'), inputErrorSentence(issue.message)]
  }
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const most = request.routeOptions.config.endpoint?.maxValues ?? MAX_VALUES
      const text = decode(body)
      // Clients send the type without a body, too.
      if (body.length === 0) done(null, undefined)
      else if (text === undefined) done(invalidBody(t.httpText.bodyNotUtf8))
      else if (hasMoreValues(body, most)) done(invalidBody(t.httpText.bodyTooManyValues({ most })))
      else
        void parseJson(request, text, (error, value) => {
          done(error && invalidBody(t.httpText.bodyNotJson), value)
        })
    },
  )
}

const invalidBody = (sentence: string) =>
  new ApiError('invalid', sentence, { fields: { body: [sentence] } })

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, OPEN_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b] as const

/** Counts marks outside of texts: a millisecond for 1 MiB, which takes 100 ms to parse. */
function hasMoreValues(body: Buffer, most: number): boolean {
  let values = 0
  let inText = false
  for (let at = 0; at < body.length && values <= most; at++) {
    const byte = body[at]
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values++
  }
  return values > most
}

/** Two connections of five stay for signed-in users. */
const QUERIES = { atOnce: 3, toOne: 10, inAll: 60 }

type Read = (input: object) => Promise<unknown>

/** The handlers of all endpoints with `cache`, for requests and for pages. */
export class PublicReads {
  readonly #reads = new Map<string, Read>()
  readonly #queries = new SharedQueue(QUERIES, () => t.httpText.busy)

  add(name: string, read: Read): void {
    this.#reads.set(name, read)
  }

  /** `name` is such as `GET /api/exchange-rate/board`. */
  async call(name: string, input: object): Promise<unknown> {
    const read = this.#reads.get(name)
    if (!read) throw new RangeError(`${name} is no public read.`)
    return await read(input)
  }

  /** Throws 503 without a place. */
  query<T>(client: Client, read: () => T | Promise<T>): Promise<T> {
    return this.#queries.run(client, async () => read())
  }
}
