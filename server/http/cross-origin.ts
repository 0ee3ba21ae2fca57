import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, POST, DELETE'
/** What the client sends beyond what any page may send to any server. */
const REQUEST_HEADERS = 'authorization, content-type, idempotency-key, last-event-id'
/** What the client reads beyond what any page may read. */
const ANSWER_HEADERS = 'content-disposition, etag, retry-after, x-request-id'
/** Browsers keep a preflight's answer for so many seconds; Chromium for no more than 7200. */
const PREFLIGHT_SECONDS = '7200'

/**
 * Lets the pages of exactly these other origins call the API (https://fetch.spec.whatwg.org/#http-cors-protocol); nobody
 * else's. No cookies are used, so credentials are never allowed. Without origins nothing is added at all.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  // Last, because a handler may have said what else the answer depends on.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (!vary.includes('Origin')) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) {
      done()
      return
    }
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': ANSWER_HEADERS })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      done()
      return
    }
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send()
  })
}
