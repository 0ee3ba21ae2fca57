import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const METHODS = 'GET, POST, DELETE'
/** What the client sends beyond what any page may send to any server. */
const REQUEST_HEADERS = 'authorization, content-type, idempotency-key, last-event-id'
/** What the client reads beyond what any page may read. */
const ANSWER_HEADERS = 'content-disposition, etag, rate-date, retry-after, x-request-id'
/** Browsers keep a preflight's answer for so many seconds; Chromium for no more than 7200. */
const PREFLIGHT_SECONDS = '7200'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of every origin may read the response. */
    anyOrigin?: boolean
  }
}

/**
 * For responses that pages of every origin may read, whoever asks, so that caches need not tell
 * origins apart.
 */
export const ANY_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': ANSWER_HEADERS,
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * Answers the preflight of a public read. By the standard `*` is every header but `Authorization`.
 */
export function allowEveryPreflight(app: FastifyInstance, url: string): void {
  app.options(url, { config: { access: 'public', anyOrigin: true } }, (_request, reply) =>
    preflight(reply, { methods: 'GET, HEAD', headers: '*' }),
  )
}

/**
 * Lets every origin call endpoints marked `anyOrigin`, and these origins the whole API
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). No cookies are used, so credentials are
 * never allowed.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const { anyOrigin = false } = request.routeOptions.config
    const { origin = '' } = request.headers
    if (anyOrigin) reply.headers(ANY_ORIGIN_HEADERS)
    if (!allowed.has(origin)) {
      done()
    } else if (isPreflight(request)) {
      // Of a public read too: these pages may send a token along.
      reply.header('access-control-allow-origin', origin)
      preflight(reply, { methods: METHODS, headers: REQUEST_HEADERS })
    } else {
      if (!anyOrigin)
        reply.headers({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': ANSWER_HEADERS,
        })
      done()
    }
  })
  if (origins.length === 0) return
  // Last, because a handler may have said what else the response depends on.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const vary = String(reply.getHeader('vary') ?? '')
    const dependsOnOrigin = !request.routeOptions.config.anyOrigin || request.method === 'OPTIONS'
    if (dependsOnOrigin && !vary.includes('Origin')) {
      reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`)
    }
    done()
  })
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function preflight(
  reply: FastifyReply,
  { methods, headers }: { methods: string; headers: string },
): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .send()
}
