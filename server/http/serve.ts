import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BODY_LIMIT,
  type Access,
  type ResponseBody,
  type CheckedInput,
  type Endpoint,
  type Schema,
} from '../../contract/endpoint.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { SignedIn } from '../identity/actor.ts'
import { unauthenticated } from '../errors.ts'
import { allowEveryPreflight } from './cross-origin.ts'
import { errorHandler, type ErrorForm } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on public endpoints and before the check. */
    signedIn: SignedIn | null
    token: string | null
  }
  interface FastifyContextConfig {
    access?: Access
    ofOwnAccount?: true | undefined
    limit?: Endpoint['limit'] | undefined
    takes?: readonly string[] | undefined
    maxValues?: number
    /** Whether answering takes a query although anyone may ask. */
    queries?: boolean
  }
}

/**
 * What a handler of an endpoint gets; `signedIn` is there exactly where the contract asks for it.
 */
export type ServedRequest<E extends Endpoint> = CheckedInput<E> & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: E['access'] extends 'public' ? null : SignedIn
}

type Given<E extends Endpoint> = BeforeJson<ResponseBody<E>>

/**
 * Registers an endpoint. The handler's result is the body, or a stream of it for another media
 * type; `reply.code()` sets a status other than 200. `queries`: a public read that is not answered
 * from memory; `body`, `errors` take the place of the contract's. Access is checked before
 * (server/sign-in/authorise.ts).
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (served: ServedRequest<E>) => Given<E> | Promise<Given<E> | Readable>,
  { queries = false, body, errors }: { queries?: boolean; body?: Schema; errors?: ErrorForm } = {},
): void {
  if (endpoint.anyOrigin) allowEveryPreflight(app, endpoint.url)
  // Only this route reads the media type: any other refuses it with 415, and this one refuses JSON.
  if (endpoint.takes !== undefined) {
    const { takes } = endpoint
    void app.register((scope, _options, done) => {
      acceptFilesOnly(scope, takes)
      addRoute(scope)
      done()
    })
  } else addRoute(app)

  function addRoute(to: FastifyInstance): void {
    to.route({
      method: endpoint.method,
      url: endpoint.url,
      // A part that is named without a schema makes Fastify warn of it at every start.
      schema: Object.fromEntries(
        Object.entries({
          params: endpoint.params,
          querystring: endpoint.query,
          body: body ?? endpoint.body,
        }).filter(([, part]) => part),
      ),
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
      ...(errors && { errorHandler: errorHandler(errors) }),
      config: {
        access: endpoint.access,
        ofOwnAccount: endpoint.ofOwnAccount,
        limit: endpoint.limit,
        takes: endpoint.takes,
        ...(endpoint.maxValues && { maxValues: endpoint.maxValues }),
        queries,
        anyOrigin: endpoint.anyOrigin ?? false,
      },
      handler: async (request, reply) => {
        const { signedIn } = request
        if (endpoint.access !== 'public' && signedIn === null) throw unauthenticated()
        const served = {
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
          signedIn,
        }
        // The validator compiler has put the schemas' own output into these three parts.
        return handler(served as unknown as ServedRequest<E>)
      },
    })
  }
}

/** Takes bodies of these media types as a `File` and refuses others, JSON among them, with 415. */
function acceptFilesOnly(app: FastifyInstance, types: readonly string[]): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>([...types], { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? ''
    done(null, new File([new Uint8Array(body)], 'upload', { type }))
  })
}
