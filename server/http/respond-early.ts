import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyServerFactory } from 'fastify'
import { matchesEtag } from './encoded.ts'
import { namesOneHost } from './host-header.ts'
import type { FinishedRequests } from './request-log.ts'

/**
 * A complete response of the framework, to be sent again as it is; headers are alternating names
 * and values.
 */
export interface SentResponse {
  /** Pattern of the route that made it. */
  readonly route: string | undefined
  readonly etag: string
  readonly headers: string[]
  /** A 304 carries what a 200 would (RFC 9110, 15.4.5), without what describes the body. */
  readonly notModified: string[]
  /** A character for each byte: Node writes such a body in one piece with its head. */
  readonly body: string
}

/** What is said of one request or of the body alone. */
const OF_ONE_REQUEST = new Set(['x-request-id', 'connection', 'date'])
const OF_BODY = new Set(['content-type', 'content-length'])

/** What a reply was sent with, including all that hooks have added. */
export function sentResponse(
  reply: FastifyReply,
  { etag, body }: { etag: string; body: Buffer },
): SentResponse {
  const headers = Object.entries(reply.getHeaders())
    .filter(([name]) => !OF_ONE_REQUEST.has(name))
    .map(([name, value]) => [name, String(value)])
  const notModified = headers.filter(([name = '']) => !OF_BODY.has(name))
  return {
    route: reply.request.routeOptions.url,
    etag,
    headers: headers.flat(),
    notModified: notModified.flat(),
    body: body.toString('latin1'),
  }
}

/**
 * Finds the response to a GET of a URL, while it is still valid; `found` counts it by its status.
 */
export interface SentResponses {
  find(url: string): SentResponse | null | undefined
  count(status: 200 | 304): void
}

/** Once in this time a request is left to the framework, which logs it. */
const LOGGED_EVERY_MS = 1000

/**
 * A server that repeats what the framework has sent for the same URL, without its routing, hooks
 * and serialising. `requests` reports it. Everything else, the first in each second, all where
 * `logsAll` is set, and everything while closing goes to the framework.
 */
export function respondEarly(
  responses: SentResponses,
  { requests, logsAll }: { readonly requests: FinishedRequests; readonly logsAll: boolean },
): FastifyServerFactory {
  let logged = -LOGGED_EVERY_MS
  const findEarly = (request: IncomingMessage, isOpen: boolean, now: number) => {
    if (request.method !== 'GET' || logsAll || !isOpen || !namesOneHost(request)) return undefined
    const sent = responses.find(request.url ?? '')
    if (!sent || now - logged < LOGGED_EVERY_MS) return sent
    logged = now
    return undefined
  }
  return (handler, options) => {
    /** What is being made for each connection. */
    const atWork = new WeakMap<Socket, ServerResponse>()
    const respond = (request: IncomingMessage, response: ServerResponse) => {
      const begun = performance.now()
      const sent = findEarly(request, server.listening, begun)
      if (!sent) {
        const { socket } = request
        atWork.set(socket, response)
        response.once('close', () => {
          if (atWork.get(socket) === response) atWork.delete(socket)
        })
        handler(request, response)
        return
      }
      const status = send(sent, request, response)
      responses.count(status)
      requests.emit('finished', {
        method: 'GET',
        route: sent.route,
        status,
        ms: performance.now() - begun,
      })
    }
    const server = createServer(options['http'] as object, (request, response) => {
      // Node refuses any other coding with 400, but only after it has announced the request.
      if (!CHUNKED.test(request.headers['transfer-encoding'] ?? 'chunked')) return
      if (response.socket !== null) respond(request, response)
      // It was sent behind others (RFC 9112, 9.3.2). Work is done once they were read: a packet
      // holds thousands of requests.
      else response.once('socket', () => setImmediate(respond, request, response))
    })
    server.keepAliveTimeout = Number(options['keepAliveTimeout'])
    server.requestTimeout = Number(options['requestTimeout'])
    // While a response is being made nothing moves either: only a silent client is closed.
    server.setTimeout(Number(options['connectionTimeout']), (socket) => {
      if (!atWork.has(socket) || socket.writableLength > 0) socket.destroy()
    })
    return server
  }
}

/** The one transfer coding that a request may end with (RFC 9112, section 6.1). */
const CHUNKED = /(?:^|,)\s*chunked\s*$/i

function send(sent: SentResponse, request: IncomingMessage, response: ServerResponse): 200 | 304 {
  if (matchesEtag(request.headers['if-none-match'], sent.etag)) {
    response.writeHead(304, sent.notModified).end()
    return 304
  }
  response.writeHead(200, sent.headers).end(sent.body, 'latin1')
  return 200
}
