import { randomBytes } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import cors from '@fastify/cors'
import underPressure from '@fastify/under-pressure'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { BODY_LIMIT } from '../../contract/endpoint.ts'
import { t } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { PoolLoads } from '../database/availability.ts'
import { ApiError } from '../errors.ts'
import { isChange } from './access.ts'
import { malformedRequest } from './error-handler.ts'
import type { RequestLog } from './request-log.ts'
import type { ResponseCache } from './response-cache.ts'
import { EXPOSED } from './serve.ts'

/** Against clients that send headers slowly. Bodies: `http/access.ts`. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than proxies keep a connection. */
const KEEP_ALIVE_MS = 72_000
/** Node waits twice as long before it cuts a client that does not read. */
const SILENCE_MS = 4_000

let requestNumber = 0
const processId = randomBytes(4).toString('hex')
const genReqId = () => processId + (requestNumber++).toString(16).padStart(8, '0')

export function createServer(
  { config, log }: Pick<Context, 'config' | 'log'>,
  responses: ResponseCache,
  requests: RequestLog,
): FastifyInstance {
  const app = fastify({
    serverFactory: (handle) =>
      listenInTurn(handle, responses.inFrontOf(handle, requests), securityHeaders(config)),
    loggerInstance: log,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    genReqId,
    logController: new LogController({ disableRequestLogging: true }),
    // One for each request would cost more than a kept response.
    childLoggerFactory: (logger) => logger,
    // Fastify runs no hook for an address that it cannot read.
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => {
      const body = new ApiError('invalid', t.httpText.unreadableAddress).toResponse()
      const headers = { ...securityHeaders(config), 'cache-control': 'no-store' }
      void reply.code(400).headers(headers).send(body)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code !== 'ECONNRESET' && socket.writable)
        socket.write(malformedRequest(error.code, securityHeaders(config)))
      socket.destroy()
    },
    // Open connections are still served while the server stops.
    return503OnClosing: false,
  })
  // Node would answer an unknown expectation with a bare 417; it may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  app.addHook('onListen', (done) => {
    // Without a listener, a connection that cannot be accepted would end the process.
    app.server.on('error', (err) => log.warn({ err }, 'A connection could not be accepted'))
    done()
  })
  return app
}

/** Answers requests with one host; those sent behind others in one packet one at a time. */
function listenInTurn(
  handle: RequestListener,
  answer: RequestListener,
  headers: Readonly<Record<string, string>>,
): Server {
  const options = {
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  }
  const server: Server = createHttpServer(options, (request, response) => {
    // With a listener, Node leaves a silent connection to it. The server may be at work.
    response.on('timeout', (socket: Socket) => {
      if (!request.complete || socket.writableLength > 0) socket.destroy()
    })
    // Hooks tell clients that their connection ends.
    const listen = server.listening ? answer : handle
    if (!namesOneHost(request)) {
      const body = JSON.stringify(new ApiError('invalid', t.httpText.malformed).toResponse())
      const type = { 'content-type': 'application/json; charset=utf-8', connection: 'close' }
      response.writeHead(400, { ...headers, ...type, 'cache-control': 'no-store' }).end(body)
    } else if (response.socket) listen(request, response)
    // A packet holds a thousand; other connections have their turn between them.
    else response.once('socket', () => setImmediate(listen, request, response))
  })
  return server.setTimeout(SILENCE_MS)
}

/** RFC 9112, 3.2. A request without a version has none. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Also on errors and 304. Rendered pages have their own policy. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

export function securityHeaders({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS
}

/** Lets `CORS_ORIGINS` call the whole API. There are no cookies, so no credentials. */
export async function setHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config)
  const publicHeaders = { ...headers, 'cross-origin-resource-policy': 'cross-origin' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.anyOrigin ? publicHeaders : headers)
    done()
  })
  const { downloadPrefix } = config
  if (downloadPrefix !== undefined)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      const named = reply.getHeader('content-disposition')
      if (typeof named === 'string')
        reply.header('content-disposition', named.replace('filename="', `$&${downloadPrefix}`))
      done()
    })
  await app.register(cors, {
    origin: config.corsOrigins.length > 0 && config.corsOrigins,
    methods: 'GET, POST, DELETE',
    allowedHeaders: 'authorization, content-type, idempotency-key, last-event-id',
    exposedHeaders: EXPOSED,
    maxAge: 7200,
    strictPreflight: false,
  })
}

/** In ms. */
const LIMITS = {
  /** The pool itself gives up after 900. */
  poolWait: 500,
  /** Responses from memory cost almost nothing, so they are refused last. */
  eventLoopForReads: 3000,
}

/** In ms: a start blocks the event loop. */
const START_MS = 5000

export async function shedLoad(
  app: FastifyInstance,
  { pools, config }: Pick<Context, 'config'> & { readonly pools?: PoolLoads },
): Promise<{ readonly refused: number }> {
  const counted = { refused: 0 }
  const refuse = () => {
    counted.refused++
    // So that refused clients do not come back together.
    const retryAfter = 1 + Math.floor(Math.random() * 3)
    return new ApiError('unavailable', t.httpText.busy, { retryAfter })
  }
  let startedAt = -Infinity
  app.addHook('onListen', (done) => {
    startedAt = performance.now()
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxEventLoopDelay,
    sampleInterval: 500,
    pressureHandler: async (request, _reply, _type, delay = 0) => {
      if (performance.now() - startedAt < START_MS) return
      if (needsDatabase(request) || (isMade(request) && delay > LIMITS.eventLoopForReads))
        throw refuse()
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const pool = isChange(request) ? pools?.writes : pools?.reads
    const isBusy = (pool?.longestWaitMs() ?? 0) > LIMITS.poolWait
    done(isBusy && needsDatabase(request) ? refuse() : undefined)
  })
  return counted
}

/** Without its files, a page that a browser has would stay half alive. */
function isMade({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint !== undefined || config.cache !== undefined
}

function needsDatabase(request: FastifyRequest): boolean {
  const { access = 'public', queries = false } = request.routeOptions.config
  return access !== 'public' || queries || isChange(request)
}

/** For one more request over an open connection. */
const GRACE_MS = 200
const IDLE_CHECK_MS = 20

/** Refuses new connections, announces the end of open ones and closes idle ones. */
export function drainConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  // Fastify does this only for requests that arrive after the close has begun.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    // The HTTP server's own close() would end idle connections too.
    await new Promise(setImmediate)
    SocketServer.prototype.close.call(app.server)
    const open = await new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count))
    })
    if (open > 0) await pause(GRACE_MS)
    // A kept-alive connection would hold the server until its client closes it.
    const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}
